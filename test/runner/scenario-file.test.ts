import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playScenarioFile } from '../../src/front/runners/scenario-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenario-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

function play(text: string): void {
  const path = join(folder, 'a.yaml')
  writeFileSync(path, text)
  playScenarioFile(path)
}

const publishes = (message: string) => `fauxgraph: 1
title: A post
given: { starter: { publications: false } }
steps:
  - title: The page publishes a post.
    call: publishPost
    as: $pageToken
    with: { page: $page, message: hello }
    save: { post: $.id }
  - title: The page reads it.
    call: listPageFeed
    as: $pageToken
    with: { page: $page }
    expect: { value: { data: [{ id: $post, message: ${message} }] } }
`

test('a scenario that the world keeps passes', () => {
  play(publishes('hello'))
})

test('the error of a scenario tells the steps up to the first difference, and its place', () => {
  expect(() => play(publishes('goodbye'))).toThrow(
    /^✗ A post\n {2}✓ The page publishes a post\.\n {2}✗ The page reads it\.\n.*a\.yaml:14:\d+: steps\[1\]\.expect\.value/,
  )
})

test('a file that is not there is named', () => {
  expect(() => playScenarioFile(join(folder, 'none.yaml'))).toThrow(/none\.yaml cannot be read/)
})
