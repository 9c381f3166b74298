import type { Command } from 'commander'

/** Collects the values of an option that may be repeated. */
export const appendValue = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
]

/** Adds the option for areas of the user. */
export const addAreas = (command: Command): Command =>
  command.option(
    '--area <file>',
    'a module that exports areas, made with fauxgraph/area; may be repeated',
    appendValue,
  )

/** Is told the exit code of a command that ends by itself. */
export type End = (code: number) => void
