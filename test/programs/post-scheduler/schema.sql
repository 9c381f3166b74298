create table posts (
  id integer primary key,
  message text not null unique,
  state text not null default 'planned', -- planned, sending, published
  post_id text
);
