-- What people ordered, oldest first. An order stays open until the service has taken it, or a newer one of its campaign.
create table orders (
  id integer primary key,
  campaign_id text not null,
  status text not null,
  is_done integer not null default 0
);
