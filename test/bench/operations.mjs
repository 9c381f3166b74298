import { calls } from './commands.mjs'
import { listOf, questions, recipes, taxonomyOf } from './lists.mjs'
import { seededWorld } from './seeded.mjs'

const commands = [
  'publishPost',
  'createCampaign',
  'submitLead',
  'readPost',
  'readCampaign',
  'listPageFeed',
  'listFormLeads',
]

const of = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]))

/** Every operation of the bench by name: a function that makes its call on a world of a size. */
export const operations = {
  ...of(Object.keys(questions), (name) => (size) => taxonomyOf(size)(questions[name])),
  ...of(commands, (name) => (size) => calls(seededWorld(size))[name]),
  ...of(Object.keys(recipes), (name) => (size) => listOf(name, size)),
}
