// Reads the campaign of a proxy's world with one client: `fauxgraph proxy -- node proxied.mjs CLIENT`.
import { requests } from './requests.mjs'

const { starter } = await (await fetch(`${process.env.FAUXGRAPH_URL}/_sim/world`)).json()
console.log(await requests[process.argv[2]]({ campaign: starter.campaign, token: starter.userToken }))
process.exit()
