import type { AnyRow } from '../../../engine/store/table.ts'
import { idOf } from '../../../service/routes/routes.ts'
import { readingTx } from '../../../world/handle/handle.ts'
import type { Fact } from '../../search/story/story.ts'
import type { Run } from '../run.ts'
import { rowsOf } from '../targets.ts'
import { trace } from '../trace.ts'
import type { FactRule } from './fact-rules.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The nth name of a kind: A to Z, then A2 and so on. */
function letter(place: number): string {
  const round = Math.floor(place / LETTERS.length)
  return `${LETTERS[place % LETTERS.length]}${round === 0 ? '' : round + 1}`
}

/** The ids of the rows of a table that this run made, in order. */
const rowIds = ({ world, firstId }: Run, table: string): number[] =>
  rowsOf(world)
    .filter(({ kind, id }) => kind === table && id >= firstId)
    .map(({ id }) => id)

/** The id of a row as calls spell it: a post has its page before its own. */
function calledId(run: Run, id: number | undefined): string | undefined {
  const row = id === undefined ? undefined : readingTx(run.world).node(id)
  return row && idOf(row)
}

/** The id of what a fact changes: as its `of` names it, or the newest. Undefined if there is none. */
function changedId(run: Run, { of }: Fact, { changes }: FactRule): string | undefined {
  if (changes === undefined) return ''
  const ids = run.changesOwn ? rowIds(run, changes) : (run.named.get(changes) ?? [])
  return calledId(run, of === undefined ? ids.at(-1) : ids.find((known) => run.labels.get(known) === of))
}

/** The id of the post that people comment on: the page's newest before the run, or else that of the facts. */
function commentedId(run: Run): string | undefined {
  const { page } = run.targets
  const isOwn = (row: AnyRow) => row.kind === 'posts' && 'page' in row && String(row.page) === page
  const before = rowsOf(run.world).filter((row) => row.id < run.firstId && isOwn(row))
  return calledId(run, before.at(-1)?.id ?? run.named.get('posts')?.at(-1))
}

/** Gives names to the rows that a fact made. */
function label(run: Run, { table = '' }: FactRule, from: number, name: string): void {
  const ids = run.named.get(table) ?? []
  for (let id = from; id < run.world.state.graph.nextId; id++) {
    const row = run.world.state.graph.rows.get(id)
    if (!row) continue
    const isMain = row.kind === table
    run.labels.set(id, isMain ? name : `${name} (${row.kind})`)
    if (isMain) ids.push(id)
  }
  run.named.set(table, ids)
}

/** Notes why a fact of an area did not happen: nobody but its author knows whether it can. */
function isImpossible({ impossible }: Run, rule: FactRule | undefined, reason: string): false {
  if (rule?.area !== undefined) impossible.set(rule.kind, reason)
  return false
}

/** Says that a fact had no row to change. Those from before the run stay, so that stories can name rows. */
const lacksRow = ({ changes }: Partial<FactRule> = {}): string =>
  `no run had made a row of ${changes} before it; list a fact that makes one too`

/** Makes a fact happen in the world of a run. A fact that is impossible there does nothing. */
export function happen(run: Run, fact: Fact): boolean {
  const { world } = run
  const rule = run.facts.get(fact.kind)
  const changed = rule && changedId(run, fact, rule)
  if (!rule || changed === undefined) return isImpossible(run, rule, lacksRow(rule))
  const { noun = '', table = '', happen: make } = rule
  for (let nth = 0; nth < (fact.count ?? 1); nth++) {
    const from = world.state.graph.nextId
    const name = noun
      ? `${noun} ${letter(run.named.get(table)?.length ?? 0)}`
      : (run.labels.get(Number(changed.split('_').at(-1))) ?? '')
    const outcome = make({ world, targets: run.targets, name, changed, commented: () => commentedId(run) })
    if (!outcome?.ok) {
      trace(run, `fact ${fact.kind}: it could not happen`)
      const refused = outcome && `its action was refused: ${outcome.error.message}`
      return isImpossible(run, rule, refused ?? 'its params returned undefined')
    }
    trace(run, `fact ${fact.kind}: ${name}`)
    if (noun) label(run, rule, from, name)
  }
  run.happened.push({ fact, at: world.clock.now })
  return true
}
