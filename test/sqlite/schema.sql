create table leads (id integer primary key, lead text unique, created_at text default current_timestamp);
create table copies (lead text);
create table seen (lead text unique);
create table state (name text primary key, value text);
