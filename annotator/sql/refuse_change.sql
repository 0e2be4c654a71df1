-- The log of labels is appended only, and so is that of labels that were asked for again. Triggers
-- on both tables call this before any UPDATE or DELETE.
CREATE OR REPLACE FUNCTION annotator_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'labels are appended, never changed or deleted'
    USING ERRCODE = 'integrity_constraint_violation';
END
$$
