// Reads the campaign of a world with one client in this process: `node intercepted.mjs CLIENT`.
import { createWorld } from 'fauxgraph'
import { intercept } from 'fauxgraph/intercept'
import { requests } from './requests.mjs'

const world = createWorld()
const { campaign, userToken: token } = world.starter()
const running = intercept(world)
const before = world.calls.all().length
const name = await requests[process.argv[2]]({ campaign, token })
running.restore()
console.log(world.calls.all().length > before ? name : 'The world was not called')
process.exit()
