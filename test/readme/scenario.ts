import { parseScenario, runScenario } from '../../src/scenario/index.ts'

const scenario = parseScenario(`
fauxgraph: 1
title: An unpublished photo expires
given: { starter: { publications: false } }
steps:
  - title: The page uploads a photo without publishing it.
    call: uploadPagePhoto
    as: $pageToken
    with: { page: $page, url: https://img.test/harbour.png, published: false }
    save: { photo: $.id }
  - title: A day and an hour pass.
    advance: 25h
  - title: The photo does not exist any more.
    call: readPhoto
    as: $pageToken
    with: { photo: $photo }
    expect: { error: { code: 100, subcode: 33 } }
`)
const { ok, steps } = runScenario(scenario)
console.log(ok, steps.length)
// → true 3
