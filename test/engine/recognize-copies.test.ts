import { describe, expect, test } from 'vitest'
import { recognizeCopies } from '../../src/engine/store/recognize-copies.ts'

class Left extends Error {}
class Right extends Error {}
class Other extends Error {}
class Special extends Left {}
recognizeCopies(Left, 'Thing')
recognizeCopies(Right, 'Thing')
recognizeCopies(Other, 'Other')

describe('one of two copies of a class', () => {
  test.each<[string, unknown, boolean]>([
    ['its own instance', new Left(), true],
    ['an instance of the other copy', new Right(), true],
    ['an instance of a subclass', new Special(), true],
    ['an instance of a class of another name', new Other(), false],
    ['any other error', new Error('x'), false],
    ['a function', () => 1, false],
    ['null', null, false],
    ['a text', 'Thing', false],
    ['undefined', undefined, false],
  ])('and %s', (_, value, isInstance) => {
    expect(value instanceof Left).toBe(isInstance)
  })

  test.each<[string, unknown, boolean]>([
    ['its own instance', new Special(), true],
    ['an instance of its superclass', new Left(), false],
    ['an instance of a copy of its superclass', new Right(), false],
  ])('whose subclass is compared with %s', (_, value, isInstance) => {
    expect(value instanceof Special).toBe(isInstance)
  })
})
