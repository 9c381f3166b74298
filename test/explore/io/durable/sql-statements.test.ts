import { expect, test } from 'vitest'
import { statementKinds } from '../../../../src/explore/io/durable/sql-statements.ts'

test.each<[name: string, sql: string, kinds: string]>([
  ['a transaction', 'begin; insert into a values (1); end;', 'begin write commit'],
  ['a trigger', "create trigger t after insert on a begin insert into b values ('x;'); end;", 'write'],
  [
    'a trigger with several statements and a case',
    'CREATE TRIGGER t AFTER UPDATE ON a BEGIN update b set c = case when d then 1 else 2 end; delete from e;\nEND;',
    'write',
  ],
  [
    'a trigger within a transaction',
    'begin; create trigger t after insert on a begin insert into b values (1); end; insert into a values (1); commit',
    'begin write write commit',
  ],
  [
    'a trigger that runs a function',
    'create trigger t before insert on a execute function f(); end',
    'write commit',
  ],
  [
    'a block in a tagged quote',
    'do $body$ begin insert into a values (1); end $body$; commit',
    'write commit',
  ],
  ['a block in a plain quote', 'do $$ begin perform 1; end $$; commit', 'write commit'],
  [
    'a function in a tagged quote with a plain one inside',
    'create function f() returns void as $f$ begin execute $$ commit; $$; end; $f$ language plpgsql; select 1',
    'write read',
  ],
  [
    'a function with a body of SQL',
    'create function f() returns int begin atomic insert into a values (1); select 1; end; commit',
    'write commit',
  ],
  ['parameters with dollars', 'update a set b = $1 where c = $2; commit', 'write commit'],
])('%s: %j', (_, sql, kinds) => {
  expect(statementKinds(sql).join(' ')).toBe(kinds)
})
