import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../typedoc.json' with { type: 'json' }

/** Whether a file declares a type or a value. */
const declares = (file: string, name: string) =>
  existsSync(file) &&
  new RegExp(`^(?:export )?(?:type|interface|class|const|function|enum) ${name}\\b`, 'm').test(
    readFileSync(file, 'utf8'),
  )

test('the types that the site leaves out are where typedoc.json says', () => {
  const places = config.intentionallyNotExported.map((place) => place.split(':'))
  expect(places.filter(([file = '', name = '']) => !declares(file, name))).toEqual([])
  expect(places.length).toBeGreaterThan(20)
  expect(declares('src/world/starter/starter.ts', 'starterNames')).toBe(false)
})

test('the files that the site is made from exist', () => {
  const files = [...config.entryPoints, ...config.exclude, config.readme, config.tsconfig]
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
