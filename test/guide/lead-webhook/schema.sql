create table leads (
  id text primary key,
  email text
);
