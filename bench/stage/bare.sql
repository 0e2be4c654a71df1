-- The bare peer's tables, with ITEMS slots.
DROP TABLE IF EXISTS bare_slot, bare_label;
CREATE TABLE bare_slot (id bigint PRIMARY KEY, state text NOT NULL, rater bigint);
INSERT INTO bare_slot SELECT n, 'free', NULL FROM generate_series(1, ITEMS) n;
CREATE INDEX bare_free ON bare_slot (id) WHERE state = 'free';
CREATE TABLE bare_label (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, slot bigint, rater bigint, answer text);
