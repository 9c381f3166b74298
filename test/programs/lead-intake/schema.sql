-- Every lead that was heard of. Rows stay here, so that a lead that is heard of twice is read once.
create table inbox (
  lead_id text primary key,
  heard_at text not null default current_timestamp,
  done_at text
);

create table leads (
  id integer primary key,
  lead_id text not null references inbox (lead_id),
  created_at text not null,
  name text,
  email text
);

-- The time of the newest lead that the list of the form has shown, in Unix seconds.
create table checkpoint (
  form_id text primary key,
  newest integer not null
);
