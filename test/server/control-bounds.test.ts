import { describe, expect, test } from 'vitest'
import { readObject } from '../../src/server/control-call.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { isLong } from '../chance.ts'

const MEBIBYTE = 1024 * 1024

/** The error of a body; undefined if it is read. */
function errorOf(body: string | Uint8Array, control: string): string | undefined {
  try {
    readObject(typeof body === 'string' ? new TextEncoder().encode(body) : body, control)
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Bytes that are refused at once where their number is not: the first one is no UTF-8. */
function bytes(length: number): Uint8Array {
  const body = new Uint8Array(length)
  body[0] = 0xff
  return body
}

/** An object with a list: as many values as asked for, the object and the list included. */
const values = (count: number): string => `{"a":[${'1,'.repeat(count - 3)}1]}`

const names = (count: number, prefix: string): string =>
  `{${Array.from({ length: count }, (_, at) => `"${prefix}${at}":1`).join(',')}}`

/** Objects of ten members each, whose names are all different. */
const distinct = (members: number): string =>
  `{"a":[${Array.from({ length: (members - 1) / 10 }, (_, at) => names(10, `k${at}_`)).join(',')}]}`

/** Objects of ten members each, whose names are all the same. */
const alike = (members: number): string =>
  `{"a":[${Array(members / 10)
    .fill(names(10, 'k'))
    .join(',')}]}`

describe('a body of the control plane', () => {
  test.each([
    ['clock', MEBIBYTE],
    ['actions', 32 * MEBIBYTE],
    ['snapshot', 256 * MEBIBYTE],
  ])('of /_sim/%s has at most %d bytes', (control, most) => {
    expect(errorOf(bytes(most), control)).toContain('it is not UTF-8')
    expect(errorOf(bytes(most + 1), control)).toBe(
      `TypeError: The body has ${most + 1} bytes, the limit of /_sim/${control} is ${most}`,
    )
  })

  test.each([
    ['clock', 100_000],
    ['actions', 1_000_000],
    ['snapshot', 5_000_000],
  ])('of /_sim/%s has at most %d values', (control, most) => {
    // To read millions of values takes seconds.
    if (most <= 100_000 || isLong) expect(errorOf(values(most), control)).toBeUndefined()
    expect(errorOf(values(most + 1), control)).toBe(
      `TypeError: The body has more than ${most} values, the limit of /_sim/${control}`,
    )
  })

  const tooMany = (control: string) =>
    `TypeError: The body has more than 100000 distinct members, the limit of /_sim/${control}`

  test.each(isLong ? ['actions', 'snapshot'] : ['actions'])(
    'of /_sim/%s has at most 100,000 distinct members',
    (control) => {
      const body = distinct(99_991)
      expect(errorOf(body, control)).toBeUndefined()
      expect(
        errorOf(body.replace('[', '[{"b":[1],"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1},'), control),
      ).toBe(undefined)
      expect(
        errorOf(
          body.replace('[', '[{"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1},'),
          control,
        ),
      ).toBe(tooMany(control))
    },
  )

  test.each([
    ['the same names in every object', alike(120_000), undefined],
    ['80 objects of 9,999 members', `[${Array(80).fill(names(9_999, 'k')).join(',')}]`, tooMany('actions')],
    [
      '80 objects of 2,000 members that are objects',
      `[${Array(80).fill(names(2_000, 'k').replaceAll(':1', ':{}')).join(',')}]`,
      tooMany('actions'),
    ],
    ['one object of 110,000 members', names(110_000, 'k'), tooMany('actions')],
    ['the same names in another order each time', shuffled(2_000, 100), tooMany('actions')],
    ['names in texts, which are no members', `{"a":[${'"x : y",'.repeat(200_000)}1]}`, undefined],
    ['a colon behind spaces', distinct(100_011).replaceAll('":', '" \\n:'), tooMany('actions')],
  ])('with %s is read or refused', (_, body, error) => {
    const object = body.startsWith('[') ? `{"a":${body}}` : body
    expect(errorOf(object.replaceAll('\\n', '\n'), 'actions')).toBe(error)
  })
})

/** Objects with the same names, each in an order of its own. */
function shuffled(objects: number, members: number): string {
  let random = 1
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  const orders = Array.from({ length: objects }, () => {
    const order = Array.from({ length: members }, (_, at) => `"k${at}":1`)
    for (let at = members - 1; at > 0; at--) {
      const other = next(at + 1)
      ;[order[at], order[other]] = [order[other] as string, order[at] as string]
    }
    return `{${order.join(',')}}`
  })
  return `{"a":[${orders.join(',')}]}`
}

test('an input has at most 100,000 distinct members', () => {
  const world = createWorld()
  const create = (objects: number, more: object) => {
    const list = Array.from({ length: objects }, (_, at) => JSON.parse(names(10, `k${at}_`)))
    const outcome = world.actions.createUser({ name: [...list, more] } as never)
    return outcome.ok ? 'created' : outcome.error.message
  }
  // The input has the members type, name and params, and its params have the member name.
  const rest = JSON.parse(names(6, 'other'))
  expect(create(9_999, rest)).not.toContain('distinct')
  expect(create(9_999, { ...rest, one: 1 })).toContain('more than 100000 distinct members')
})

test('an object of an input has at most 10,000 members', () => {
  const world = createWorld()
  const create = (count: number) => {
    const labels = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
    const outcome = world.actions.createUser({ name: labels } as never)
    return outcome.ok ? 'created' : outcome.error.message
  }
  expect(create(10_000)).not.toContain('members')
  expect(create(10_001)).toContain('an object of 10001 members, more than 10000')
})
