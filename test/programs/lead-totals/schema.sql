-- Every lead that was heard of. Rows stay here, so that a lead that is heard of twice is read once.
create table inbox (
  lead_id text primary key,
  is_done boolean not null default false
);

create table leads (
  lead_id text primary key references inbox (lead_id),
  form_id text not null,
  email text
);

create table totals (
  form_id text primary key,
  leads integer not null
);
