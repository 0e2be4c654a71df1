-- A grade of a campaign as it meets those of its benchmark's other campaigns: by its map, if it has
-- one for that. Campaigns of two values have no grades.
CREATE OR REPLACE FUNCTION annotator_met_grade(of_campaign bigint, grade smallint)
RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN grade IS NULL THEN NULL ELSE coalesce((
    SELECT m.values[grade + 1]::smallint FROM annotator_grademap m
    WHERE m.campaign_id = of_campaign AND m.meets), grade) END
$$;
