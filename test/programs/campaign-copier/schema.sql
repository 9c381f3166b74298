create table orders (
  id integer primary key,
  season text not null,
  campaign_id text,
  is_done integer not null default 0
);

insert into orders (season) values ('Spring'), ('Summer');
