import { expect } from 'vitest'
import { step as stepOf } from '../../src/machine/service-machine.ts'
import { assertRefusedWith, assertSucceeds } from '../../src/runners/node-test/assertions.ts'
import '../../src/runners/vitest/matchers.ts'
import { replay } from '../../src/world/create-world.ts'

/** Runs the text of a test, with the entries of the project in place of its imports. Returns its titles. */
export function runTest(text: string): string[] {
  const titles: string[] = []
  const given = {
    test: (title: string, run: () => void) => {
      titles.push(title)
      run()
    },
    expect,
    replay,
    step: stepOf,
    assertRefusedWith,
    assertSucceeds,
  }
  const code = text.replaceAll(/^import .*$/gm, '')
  new Function(...Object.keys(given), code)(...Object.values(given))
  return titles
}
