import { expect } from 'vitest'
import { assertRefusedWith, assertSucceeds } from '../../src/front/runners/node-test/assertions.ts'
import { platformPolicy } from '../../src/service/policy.ts'
import '../../src/front/runners/vitest/matchers.ts'
import { replay } from '../../src/world/create-world.ts'

/**
 * Runs the text of a test, with the entries of the project in place of its imports. Returns its titles.
 *
 * @param more What the test imports in addition.
 */
export function runTest(text: string, more: object = {}): string[] {
  const titles: string[] = []
  const given = {
    test: (title: string, run: () => void) => {
      titles.push(title)
      run()
    },
    expect,
    replay,
    assertRefusedWith,
    assertSucceeds,
    platformPolicy,
    ...more,
  }
  const code = text.replaceAll(/^import .*$/gm, '')
  new Function(...Object.keys(given), code)(...Object.values(given))
  return titles
}
