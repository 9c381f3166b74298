import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { exportedComments } from '../../.build/declarations/exported-comments.ts'
import { act, begin, call, forked, refusedBy, type Scene } from '../service/scene.ts'

/** The tests of one action: its effect and its errors. */
export interface ActionRow {
  /** Valid parameters. */
  readonly params: object
  /** Prepares the world. */
  readonly before?: (scene: Scene) => void
  /** Checks the effect. */
  readonly does: (scene: Scene, value: Record<string, unknown>) => void
  /**
   * Its parameters that are ids, each with the id of another kind of node, which is refused like an unknown
   * id.
   */
  readonly names?: Readonly<Record<string, unknown>>
  /** Other errors: a change of the valid parameters, and the message. */
  readonly refuses: readonly (readonly [object, RegExp])[]
}

const comments = exportedComments(fileURLToPath(new URL('../..', import.meta.url)), 'src/chapters')

/** The starter world with a published post, its photo, and an unpublished and a scheduled post. */
export const stage = (() => {
  const scene = begin()
  const { page, pageToken, world } = scene
  const url = 'https://img.test/a.png'
  const made = (operation: string, params: object) => call(world, pageToken, operation, params).unwrap()
  const { id: photo, post_id: post } = made('uploadPagePhoto', { page, url })
  const { id: draftPhoto } = made('uploadPagePhoto', { page, url, published: false })
  const later = { published: false, unpublished_content_type: 'SCHEDULED' }
  const time = world.clock.now / 1000 + 86_400
  const { id: scheduledPost } = made('publishPost', {
    page,
    message: 'x',
    ...later,
    scheduled_publish_time: time,
  })
  const more = { photo, post, draftPhoto, scheduledPost } as Record<
    'photo' | 'post' | 'draftPhoto' | 'scheduledPost',
    string
  >
  return { ...scene, ...more }
})()

const unknown = '100000000000000'

function describeRow(name: string, { params, before, does, names = {}, refuses }: ActionRow): void {
  const fresh = (): Scene => {
    const scene = forked(stage)
    before?.(scene)
    return scene
  }
  const refusal = (change: object) => {
    const { world } = fresh()
    return refusedBy(world, () => act(world, name, { ...params, ...change }))
  }

  test(`${name}: ${comments.get(name) ?? expect.unreachable(`${name} has no doc comment`)}`, () => {
    const scene = fresh()
    const value = act(scene.world, name, params).unwrap()
    // Every action returns the id of the new node, or that it succeeded.
    expect(Object.keys(value)).not.toEqual([])
    if (Object.hasOwn(value, 'success')) expect(value).toEqual({ success: true })
    does(scene, value)
  })

  test.each(Object.keys(names))(`${name} refuses an unknown %s`, (parameter) => {
    const given = Array.isArray(names[parameter]) ? [unknown] : unknown
    const { code, message } = refusal({ [parameter]: given })
    expect([code, message]).toEqual([100, expect.stringContaining(`Param ${parameter}`)])
    expect(message).toContain(unknown)
  })

  test.each(Object.entries(names))(`${name} refuses a %s of another kind`, (parameter, other) => {
    const { code, message } = refusal({ [parameter]: other })
    expect([code, message]).toEqual([100, expect.stringContaining(`Param ${parameter} must be `)])
  })

  test.each(Object.keys(names))(`${name} refuses a %s that is not an id`, (parameter) => {
    for (const wrong of ['x', true, { id: '1' }]) {
      const { code, message } = refusal({ [parameter]: Array.isArray(names[parameter]) ? [wrong] : wrong })
      expect([code, message]).toEqual([100, expect.stringContaining(`Param ${parameter}`)])
    }
  })

  test.each(refuses)(`${name} refuses %j`, (change, words) => {
    const { code, message } = refusal(change)
    expect([code, message]).toEqual([100, expect.stringMatching(words)])
  })

  test(`${name} refuses parameters that are not an object`, () => {
    const { world } = fresh()
    for (const wrong of [null, 5, 'x', []]) {
      const outcome = act(world.fork(), name, wrong)
      // Missing parameters are an empty object, which is valid for an action without required parameters.
      if (wrong !== null) expect(outcome.ok).toBe(false)
    }
  })
}

/** Defines the tests of a module of actions, and a test that fails if an action has no row. */
export function describeActions(actions: object, table: Readonly<Record<string, ActionRow>>): void {
  test('every action has a row', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(actions).sort())
  })
  describe.each(Object.keys(table))('%s', (name) => {
    const row = table[name]
    if (row) describeRow(name, row)
  })
}
