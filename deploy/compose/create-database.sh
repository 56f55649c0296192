# The image of PostgreSQL runs this once, on an empty volume: the role of Meldekette is no superuser.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=password="$MELDEKETTE_PASSWORD" <<'END'
create role meldekette login password :'password' nosuperuser nocreatedb nocreaterole;
create database meldekette owner meldekette template template0 encoding 'UTF8';
grant pg_read_all_stats to meldekette;
\c meldekette
create extension pg_trgm;
END
