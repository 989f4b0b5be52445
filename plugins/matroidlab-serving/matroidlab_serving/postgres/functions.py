"""The functions in PostgreSQL with which front ends take and answer lists in one round trip.

A front end gives what it knows of the service: how often the catalogue has changed, and the orders
of operators. If that is not the state of the service any more, a function does nothing and returns
the state. Rows are locked in the order of their numbers, and tallies last, so that no two calls
wait for each other.
"""

SHARDS = 256
"""The rows of tallies. Each session of the server counts in one, so that few wait for others."""

# A session keeps the plans of the statements, so they must not be those for empty tables; planning
# each time took 0.6 ms a list.
SETTINGS = """
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
    SET lock_timeout = '1s'"""

TALLY = """
CREATE FUNCTION matroidlab.tally(
    more_shown bigint, more_answered bigint, more_learnt bigint, more_expired bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matroidlab.tallies SET shown = shown + more_shown,
        answered = answered + more_answered, learnt = learnt + more_learnt,
        expired = expired + more_expired
    WHERE shard = pg_backend_pid() % 256;
END $$"""

# Lists that a front end had leased, and has shown since. Those that it has not reported in time
# have another number by now; those that were answered without a window count as shown already.
REPORT = """
CREATE FUNCTION matroidlab.report(
    numbers bigint[], times double precision[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    reported bigint;
BEGIN
    PERFORM 1 FROM matroidlab.lists WHERE number = ANY (numbers) ORDER BY number FOR UPDATE;
    UPDATE matroidlab.lists SET shown_at = given.time, leased_until = NULL
        FROM unnest(numbers, times) AS given (list, time)
        WHERE number = given.list AND shown_at IS NULL AND leased_until IS NOT NULL
        AND NOT expired;
    GET DIAGNOSTICS reported = ROW_COUNT;
    PERFORM matroidlab.tally(reported, 0, 0, 0);
END $$"""

# The next lists that no other front end has: to show them now, or to lease them for some seconds.
# A list whose lease has ended may have been shown without a report, so it gets a new number: no two
# visitors ever have the same token. Its probability is the one with which it was dealt. The last
# row has the published data, if they are needed or there are no lists.
TAKE = """
CREATE FUNCTION matroidlab.take(
    of_segment int, known_changes int, known_control text, wanted int, lease double precision,
    given_time double precision, is_first boolean, needs_published boolean, known_round bigint,
    shown_lists bigint[], shown_times double precision[])
RETURNS TABLE (
    changes_now int, control_now text, time_now double precision, published_now text,
    its_number bigint, its_round bigint, its_choice int, its_others int[], its_draft text,
    its_content text)
LANGUAGE plpgsql {SETTINGS} AS $$
DECLARE
    found bigint := 0;
BEGIN
    IF is_first THEN
        INSERT INTO matroidlab.segments (segment) VALUES (of_segment) ON CONFLICT DO NOTHING;
    END IF;
    IF cardinality(shown_lists) > 0 THEN
        PERFORM matroidlab.report(shown_lists, shown_times);
    END IF;
    time_now := coalesce(given_time, extract(epoch FROM clock_timestamp()));
    SELECT changes, control INTO changes_now, control_now FROM matroidlab.service
        WHERE id = 0;
    IF changes_now IS NULL THEN
        RETURN;
    END IF;
    IF changes_now <> known_changes OR control_now <> known_control THEN
        RETURN NEXT;
        RETURN;
    END IF;
    IF wanted > 0 THEN
        RETURN QUERY WITH taken AS (
            UPDATE matroidlab.lists SET
                number = CASE WHEN leased_until IS NULL THEN number
                    ELSE nextval('matroidlab.lists_number_seq') END,
                shown_at = CASE WHEN lease IS NULL THEN time_now END,
                leased_until = time_now + lease
            WHERE number = ANY (ARRAY(
                SELECT number FROM matroidlab.lists
                WHERE segment = of_segment AND shown_at IS NULL AND NOT withdrawn
                AND changes <= known_changes AND answers IS NULL
                AND (leased_until IS NULL OR leased_until < time_now)
                ORDER BY number LIMIT wanted FOR UPDATE SKIP LOCKED))
            RETURNING number, round, chosen, others, draft)
        SELECT changes_now, control_now, time_now, NULL::text, number, round, chosen, others, draft,
            CASE WHEN round IS DISTINCT FROM lag(round, 1, known_round) OVER (ORDER BY number)
                THEN (SELECT content FROM matroidlab.rounds WHERE rounds.round = taken.round) END
        FROM taken ORDER BY number;
        GET DIAGNOSTICS found = ROW_COUNT;
        IF lease IS NULL AND found > 0 THEN
            PERFORM matroidlab.tally(found, 0, 0, 0);
        END IF;
    END IF;
    IF needs_published OR found = 0 THEN
        SELECT changes, control,
            (SELECT published FROM matroidlab.segments WHERE segment = of_segment)
        INTO changes_now, control_now, published_now FROM matroidlab.service WHERE id = 0;
        RETURN NEXT;
    END IF;
END $$"""

# A list that was leased is shown, or given back and another one written.
SHOW = """
CREATE FUNCTION matroidlab.show(
    of_segment int, known_changes int, known_control text, given_time double precision,
    ahead bigint, is_ahead boolean, own_items int[], own_round text, own_origin text,
    own_propensities text, own_visit text)
RETURNS TABLE (
    changes_now int, control_now text, its_number bigint, its_time double precision)
LANGUAGE plpgsql {SETTINGS} AS $$
DECLARE
    new_round bigint;
BEGIN
    SELECT changes, control INTO changes_now, control_now FROM matroidlab.service
        WHERE id = 0;
    IF changes_now IS NULL THEN
        RETURN;
    END IF;
    its_time := coalesce(given_time, extract(epoch FROM clock_timestamp()));
    IF changes_now <> known_changes OR control_now <> known_control OR NOT is_ahead THEN
        UPDATE matroidlab.lists SET leased_until = NULL WHERE number = ahead AND shown_at IS NULL;
    ELSE
        UPDATE matroidlab.lists SET shown_at = its_time, leased_until = NULL, origin = own_origin,
            propensities = own_propensities, visit = own_visit
        WHERE number = ahead AND shown_at IS NULL AND leased_until IS NOT NULL
        RETURNING number INTO its_number;
    END IF;
    IF changes_now = known_changes AND control_now = known_control AND NOT is_ahead THEN
        INSERT INTO matroidlab.rounds (segment, content) VALUES (of_segment, own_round)
            RETURNING round INTO new_round;
        INSERT INTO matroidlab.lists (segment, round, chosen, items, changes, origin, propensities,
            visit, shown_at)
        VALUES (of_segment, new_round, 0, own_items, known_changes, own_origin, own_propensities,
            own_visit, its_time)
        RETURNING number INTO its_number;
    END IF;
    IF its_number IS NOT NULL THEN
        PERFORM matroidlab.tally(1, 0, 0, 0);
    END IF;
    RETURN NEXT;
END $$"""

# Parts of answers are added to their lists, all or none. A part fits its list if it names no other
# items, and all of them where it must. A list that is leased must have been shown; without a window
# it counts as shown from now on. With a window it does not, unless its front end reports it:
# otherwise lists of a front end that died would be learnt only if they had an answer. A list that
# is not there may have been removed, if its number is not too large: its answer is too late.
ANSWER = """
CREATE FUNCTION matroidlab.answer(
    known_control text, learns boolean, open_for double precision, given_time double precision,
    most int, numbers bigint[], items_given text[], are_partial boolean[], parts text[],
    shown_lists bigint[], shown_times double precision[])
RETURNS TABLE (
    changes_now int, control_now text, time_now double precision, its_number bigint,
    its_items int[], its_answers text[], its_time double precision, its_end boolean,
    is_accepted boolean)
LANGUAGE plpgsql {SETTINGS} AS $$
DECLARE
    removed_until bigint;
BEGIN
    PERFORM 1 FROM matroidlab.lists WHERE number = ANY (numbers || shown_lists)
        ORDER BY number FOR UPDATE;
    IF cardinality(shown_lists) > 0 THEN
        PERFORM matroidlab.report(shown_lists, shown_times);
    END IF;
    time_now := coalesce(given_time, extract(epoch FROM clock_timestamp()));
    SELECT changes, control, removed INTO changes_now, control_now, removed_until
        FROM matroidlab.service WHERE id = 0;
    IF changes_now IS NULL THEN
        RETURN;
    END IF;
    IF control_now <> known_control THEN
        RETURN NEXT;
        RETURN;
    END IF;
    RETURN QUERY WITH own AS MATERIALIZED (
        SELECT number, items, answers, shown_at, learnt IS NOT NULL OR expired AS is_done
        FROM matroidlab.lists
        WHERE number = ANY (numbers) AND (shown_at IS NOT NULL OR leased_until IS NOT NULL)),
    judged AS MATERIALIZED (
        SELECT list, place, part, own.*,
            given <@ items AND (is_partial OR items <@ given) AS fits,
            NOT is_done AND cardinality(coalesce(answers, '{}')) < most AND CASE
                WHEN open_for IS NULL THEN answers IS NULL
                ELSE shown_at IS NULL OR shown_at + open_for > time_now END AS is_open
        FROM unnest(numbers, items_given::text[], are_partial, parts)
            WITH ORDINALITY AS one (list, given_items, is_partial, part, place)
        CROSS JOIN LATERAL (SELECT given_items::int[] AS given) AS read
        LEFT JOIN own ON own.number = list),
    right_or_not AS MATERIALIZED (
        SELECT coalesce(bool_and(CASE WHEN number IS NULL THEN list <= removed_until
            ELSE fits OR NOT is_open END), true) AS is_right
        FROM judged),
    news AS MATERIALIZED (
        SELECT number, array_agg(part ORDER BY place) AS parts, bool_and(answers IS NULL) AS is_new,
            bool_and(shown_at IS NULL AND open_for IS NULL) AS is_shown
        FROM judged, right_or_not WHERE is_open AND is_right GROUP BY number),
    written AS (
        UPDATE matroidlab.lists SET answers = coalesce(answers, '{}') || news.parts,
            answer_number = coalesce(answer_number, nextval('matroidlab.answers')),
            expired = NOT learns,
            shown_at = CASE WHEN is_shown THEN time_now ELSE shown_at END,
            leased_until = CASE WHEN is_shown THEN NULL ELSE leased_until END
        FROM news WHERE lists.number = news.number),
    tallied AS (
        UPDATE matroidlab.tallies SET shown = shown + more_shown,
            answered = answered + more_answered, expired = expired + more_expired
        FROM (SELECT count(*) FILTER (WHERE is_shown) AS more_shown,
            count(*) FILTER (WHERE is_new) AS more_answered,
            count(*) FILTER (WHERE NOT learns) AS more_expired FROM news) AS counts
        WHERE shard = pg_backend_pid() % 256)
    SELECT changes_now, control_now, time_now, list, items, answers, shown_at,
        coalesce(is_done, list <= removed_until),
        is_open AND fits AND is_right
    FROM judged, right_or_not ORDER BY place;
END $$"""

FUNCTIONS = tuple(
    text.replace("{SETTINGS}", SETTINGS) for text in (TALLY, REPORT, TAKE, SHOW, ANSWER)
)
