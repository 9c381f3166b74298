import { sizes } from './commands.mjs'
import { floorOf } from './floor.mjs'
import { contest, median, quick } from './measure.mjs'
import { fill, putBack, seededWorld } from './seeded.mjs'

/** Fork, a snapshot by reference and the ring of states, at both sizes. */
async function references() {
  const [small, large] = sizes
  const contestants = {}
  for (const size of sizes) {
    const { world, page, asPage } = seededWorld(size)
    for (let at = 0; at < 300; at++) asPage.publishPost({ page, message: `message ${at}` })
    const { length } = world.history
    contestants[`fork ${size}`] = { run: () => world.fork() }
    contestants[`history.at ${size}`] = { run: () => world.history.at(length - 100) }
    const idle = seededWorld(size)
    const prepare = () => putBack(idle.handle, idle.state)
    contestants[`advance over none due ${size}`] = { run: () => idle.world.clock.advance(1), prepare }
  }
  const floor = floorOf(small)
  const micros = await contest({ ...contestants, floor: { run: floor.create, prepare: floor.shrink } })
  return ['fork', 'history.at', 'advance over none due'].flatMap((row) => [
    {
      row,
      size: large,
      micros: micros[`${row} ${large}`],
      against: 'insert, read, stringify',
      ratio: micros[`${row} ${large}`] / micros.floor,
      ...(row === 'fork' && { goal: '≤ 1 µs' }),
    },
    {
      row: `${row}, growth`,
      size: large,
      against: `the same at ${small}`,
      ratio: micros[`${row} ${large}`] / micros[`${row} ${small}`],
      goal: '≤ 1.5',
    },
  ])
}

/** The difference of a world and of a fork in which ten campaigns, far from each other, were renamed. */
async function differences() {
  const [small, large] = sizes
  const contestants = {}
  for (const size of sizes) {
    const { world, asUser, rows } = seededWorld(size)
    const { length } = rows.campaigns
    const fork = world.fork()
    for (let at = 0; at < 10; at++) {
      const campaign = String(rows.campaigns[Math.floor((at * length) / 10)].id)
      asUser.updateCampaign({ campaign, name: `renamed ${at}` }).unwrap()
    }
    if (fork.diff(world).rows.length !== 10) throw new Error('The difference is another')
    contestants[`diff, 10 rows changed ${size}`] = { run: () => fork.diff(world) }
    const equal = world.fork()
    contestants[`diff of equal worlds ${size}`] = { run: () => equal.diff(world) }
  }
  const floor = floorOf(small)
  const micros = await contest({ ...contestants, floor: { run: floor.create, prepare: floor.shrink } })
  return [
    ['diff, 10 rows changed', '≤ 1,000 µs'],
    ['diff of equal worlds', '≤ 10 µs'],
  ].map(([row, goal]) => ({
    row,
    size: large,
    micros: micros[`${row} ${large}`],
    against: `the same at ${small}`,
    ratio: micros[`${row} ${large}`] / micros[`${row} ${small}`],
    goal,
  }))
}

/** A world in which so many scheduled posts are due, one a second. */
function dueWorld(count, history) {
  const seeded = seededWorld(8, { history, recordBytesMax: 4 * 1024 ** 3 })
  const { handle, rows, page } = seeded
  const { id: _id, kind: _kind, ...post } = rows.posts[0]
  fill(handle, count, (tx, at) => {
    const scheduledTime = tx.now + (at + 1) * 1_000
    const { id } = tx.insert('posts', { ...post, published: false, scheduledTime })
    const params = { post: `${page}_${id}` }
    tx.schedule(scheduledTime, `post/${id}/publication`, {
      type: 'action',
      name: 'publishScheduledPost',
      params,
    })
  })
  return seeded
}

/** Publishes scheduled posts at their instants, in ten equal moves that take turns with the floor. */
function dueTasks(count, history) {
  const { world } = dueWorld(count, history)
  const floor = floorOf(1_000)
  const [ours, theirs] = [[], []]
  const moves = 10
  for (let move = 0; move < moves; move++) {
    let from = performance.now()
    const { fired } = world.clock.advance((count / moves) * 1_000)
    ours.push(((performance.now() - from) * 1_000) / fired)
    if (fired !== count / moves) throw new Error(`${fired} tasks fired`)
    from = performance.now()
    for (let at = 0; at < fired; at++) floor.create()
    theirs.push(((performance.now() - from) * 1_000) / fired)
    floor.shrink()
  }
  const micros = median(ours)
  const against = 'insert, read, stringify'
  return [
    {
      row: `advance, per due task, history ${history}`,
      size: count,
      micros,
      against,
      ratio: micros / median(theirs),
      goal: '≤ 10 µs',
    },
  ]
}

/** What has to do with moments: forks, history and the clock. */
export async function rows() {
  const count = quick ? 20_000 : 100_000
  const kept = dueTasks(count, 'full')
  return [
    ...(await references()),
    ...(await differences()),
    ...kept,
    ...dueTasks(quick ? 100_000 : 1_000_000, 'off'),
  ]
}
