import { open } from '../../../engine/state/draft.ts'
import { indexesOf } from '../../../engine/state/edge.ts'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { areasOf } from '../../../machine/world-registry.ts'
import { withoutAmbient } from '../../../service/area/ambient-guard.ts'
import type { AreaFactName } from '../../../service/area/client.ts'
import type { AreaFact } from '../../../service/area/fact.ts'
import { type AnyTable, tableName } from '../../../service/area/tables.ts'
import { type AreaReader, newWork, readerOf } from '../../../service/area/tx.ts'
import { handleOf, hasHandle } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import { rowsOf, type Targets } from '../targets.ts'
import { serviceFacts } from './fact-kinds.ts'
import type { FactRule, FactRules, Happening } from './fact-rules.ts'

/** The tables of the service whose row the starter world chooses. */
const chosen: Readonly<Record<string, keyof Targets>> = {
  pages: 'page',
  users: 'user',
  adAccounts: 'adAccount',
}

/** Returns what reads the rows of a world, those of its areas too. */
function readerIn(world: World): AreaReader {
  const { state, service } = handleOf(world)
  return readerOf(open(state.graph, indexesOf(service.schema)), newWork())
}

/** Returns the row of a table that facts happen to. */
function targetIn({ world, targets }: Happening, table: AnyTable): object | undefined {
  const name = tableName(table)
  const known = name === 'apps' ? world.names?.app : targets[chosen[name] ?? 'token']
  const id = chosen[name] === undefined && name !== 'apps' ? undefined : known
  const rows = rowsOf(world).filter(({ kind }) => kind === name)
  return rows.find((row) => String(row.id) === id) ?? rows[0]
}

/** Makes a fact of an area happen. Throws a TypeError if the code of the area cannot say how. */
function happen(kind: AreaFactName, action: string, given: AreaFact, happening: Happening) {
  const { world, name, changed } = happening
  const context = Object.freeze({
    name,
    row: world.state.graph.rows.get(Number(changed)),
    tx: readerIn(world),
    target: (table: AnyTable) => targetIn(happening, table),
    now: world.clock.now,
  })
  let params: unknown
  try {
    // The types of the context are known where the fact is declared.
    params = withoutAmbient(() => given.params(context as never), 'an area')
  } catch (cause) {
    throw new TypeError(`explore: params of the fact ${kind} threw ${errorMessage(cause)}`, { cause })
  }
  if (params === undefined) return undefined
  if (!isPlainObject(params))
    throw new TypeError(`explore: params of the fact ${kind} must return an object, or undefined`)
  return methodsOf(world)[action]?.(params)
}

type Methods = Readonly<Record<string, (params: object) => ReturnType<FactRule['happen']>>>

// The actions of areas are not in the type of a world whose areas nobody names.
const methodsOf = (world: World): Methods => world.actions as unknown as Methods

function* factsOfAreas(world: World): Generator<FactRule> {
  const areas = hasHandle(world) ? areasOf(handleOf(world).registry) : []
  for (const { name: area, facts, actions } of areas)
    for (const [own, given] of Object.entries(facts)) {
      const kind: AreaFactName = `${area}.${own}`
      const [action = ''] = Object.entries(actions).find(([, value]) => value === given.action) ?? []
      const { text, noun, makes, changes, rare = false } = given
      yield {
        kind,
        area,
        text: [text, `times ${text}`],
        ...(noun !== undefined && { noun }),
        ...(makes && { table: tableName(makes) }),
        ...(changes && { changes: tableName(changes) }),
        isRare: rare,
        needs: [],
        happen: (happening) => happen(kind, action, given, happening),
      }
    }
}

/** Returns the kinds of facts that a world has: those of the service, and those of its areas. */
export const factsOf = (world: World): FactRules =>
  new Map([...serviceFacts, ...[...factsOfAreas(world)].map((rule): [string, FactRule] => [rule.kind, rule])])
