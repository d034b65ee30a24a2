-- Run once by PostgreSQL's image, as its superuser, when compose.yaml starts on an empty volume: makes the role that Readout works as.
-- It owns its schema and may do nothing else: whoever gets hold of its password reads and changes Readout's tables, but reads no file of
-- the server, runs no program, sees no other database and makes no role.
--
-- By hand, on a PostgreSQL of your own, with an empty database that the superuser made:
--   DATABASE_PASSWORD_FILE=secrets/database-password psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=readout --file=database-role.sql
\set ON_ERROR_STOP 1
-- Through psql's variables, so that the password stands in no list of processes.
\set password `cat "$DATABASE_PASSWORD_FILE"`

-- A statement that fails is written into the server's log, and a password stands in this one.
SET password_encryption = 'scram-sha-256';
SET log_min_error_statement = panic;
CREATE ROLE readout LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO readout;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
ALTER SCHEMA public OWNER TO readout;

-- Nobody is superuser over the network: without a password scram-sha-256 lets nobody in. From inside the container, through its socket:
-- docker compose exec database psql --username=postgres
ALTER ROLE CURRENT_USER PASSWORD NULL;
