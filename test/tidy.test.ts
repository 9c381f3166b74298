import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ambientFree } from './tidy/ambient.ts'
import { chaptersExist, documented, namesOnce, operationsOnly, plainTitles } from './tidy/documents.ts'
import { namedIndexes } from './tidy/indexes.ts'
import { plantedDocuments } from './tidy/planted-documents.ts'
import { plantedImports } from './tidy/planted-imports.ts'
import { plantedNames } from './tidy/planted-names.ts'
import { plantedReadings } from './tidy/planted-readings.ts'
import { plantedRepeats } from './tidy/planted-repeats.ts'
import { plantedWords } from './tidy/planted-words.ts'
import { rulesOnce } from './tidy/repeats.ts'
import {
  knownRooms,
  librariesByRoom,
  noCircles,
  noCycles,
  operationsApart,
  roomOrder,
  smallRooms,
} from './tidy/rooms.ts'
import { narrowLines, shortFiles, shortFunctions } from './tidy/sizes.ts'
import { type Rule, readSources } from './tidy/source.ts'
import { telling } from './tidy/spare-comments.ts'
import { americanSpelling } from './tidy/spelling.ts'
import {
  fewCasts,
  namedAfterContent,
  noAny,
  noClassesOrEnums,
  noDefaultExports,
  nothingLeftToDo,
  nothingMocked,
  parses,
} from './tidy/words.ts'

const root = new URL('..', import.meta.url).pathname
const tree = ['src', 'test']
  .filter((folder) => existsSync(`${root}${folder}`))
  .flatMap((f) => readSources(root, f))

const rules: Record<string, Rule> = {
  'every file parses': parses,
  'every file stands in a room': knownRooms,
  'rooms have few files': smallRooms,
  'value imports point to earlier rooms': roomOrder,
  'areas do not import files of operations': operationsApart,
  'each room imports its own libraries alone': librariesByRoom,
  'no value imports make a cycle': noCycles,
  'no files reach each other by imports of types': noCircles,
  'the core reads nothing ambient': ambientFree,
  'any stands in one place': noAny,
  'casts are few': fewCasts,
  'nothing is exported by default': noDefaultExports,
  'the core has no classes, and src no enums': noClassesOrEnums,
  'files and folders are named after their content': namedAfterContent,
  'nothing is left to do': nothingLeftToDo,
  'files are short': shortFiles,
  'functions are short': shortFunctions,
  'lines are narrow': narrowLines,
  'the surface and every operation are documented': documented,
  'operation files export operations': operationsOnly,
  'an exported name means one thing': namesOnce,
  'a rule stands in one place': rulesOnce,
  'an index is called index': namedIndexes,
  'a comment says more than a name': telling,
  'no module is mocked': nothingMocked,
  'code and comments are in American English': americanSpelling,
  'every chapter is one of the contract': chaptersExist,
  'titles say what is so': plainTitles,
}

test.each(Object.entries(rules))('%s', (_, rule) => {
  expect(rule(tree)).toEqual([])
})

const planted = [
  ...plantedImports,
  ...plantedReadings,
  ...plantedWords,
  ...plantedDocuments,
  ...plantedRepeats,
  ...plantedNames,
]

test.each(planted)('planted: %s', (_, rule, files, offences) => {
  const found = rule(Object.entries(files).map(([path, text]) => ({ path, text })))
  expect(found.toSorted()).toEqual(offences.map((beginning) => expect.stringMatching(literally(beginning))))
})

function literally(beginning: string): RegExp {
  return new RegExp(`^${beginning.replaceAll(/[^\w\s]/g, '\\$&')}`)
}

test('every rule catches one planted offence at least, and lets something pass', () => {
  for (const [name, rule] of Object.entries(rules)) {
    expect(rule([]), name).toEqual([])
    const mine = planted.filter(([, of]) => of === rule)
    expect(mine.filter(([, , , offences]) => offences.length > 0).length, name).toBeGreaterThan(0)
  }
})
