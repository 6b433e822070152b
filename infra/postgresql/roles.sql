-- Creates the logins and the database of Gatehouse on a PostgreSQL of your own. Run it once, as a
-- superuser. psql takes the passwords from the environment:
--
--   OWNER_PASSWORD=… RUNTIME_PASSWORD=… BACKUP_PASSWORD=… psql -f roles.sql
\set ON_ERROR_STOP on
\getenv owner OWNER_PASSWORD
\getenv runtime RUNTIME_PASSWORD
\getenv backup BACKUP_PASSWORD

-- DATABASE_URL: migrates the database.
create role gatehouse login password :'owner';
-- DATABASE_RUNTIME_URL: owns nothing and can't bypass row-level security.
create role gatehouse_runtime login password :'runtime';
-- BACKUP_DATABASE_URL: reads everything, and creates the database of a restore test.
create role gatehouse_backup login password :'backup' bypassrls createdb in role pg_read_all_data;
create database gatehouse owner gatehouse encoding 'UTF8' template template0;
