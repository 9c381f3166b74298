import { expect, test } from 'vitest'
import { type ExploreOptions, explore, type RunView } from '../../src/explore/index.ts'
import { createWorld } from '../../src/index.ts'
import { isLong, sample } from '../chance.ts'
import { client, labels, type Mistake, mistakes, tickets } from './client.ts'
import { tracker } from './tracker.ts'

function begin() {
  const world = createWorld({ areas: [tracker] })
  const { user, userToken } = world.starter({ publications: false })
  const project = world.as(userToken).createProject({ user, name: 'Site', stale_days: 365 }).unwrap().id
  world.actions.reportIssue({ project, user, title: 'First' }).unwrap()
  return { world, project }
}

const { world, project } = begin()

/** The issues of the world of a run, which has the area. */
const issuesOf = ({ world: run, names }: RunView) => {
  const answer = run.request({
    method: 'GET',
    path: `/${project}/issues`,
    params: { per_page: 100, fields: 'title,labels,number', access_token: names.userToken },
  })
  const items: { id: string; title: string; labels: string[]; number: number }[] = JSON.parse(
    String(answer.body),
  ).items
  return items
}

const options = (mistake?: Mistake): ExploreOptions => ({
  name: `tracker client: ${mistake ?? 'right'}`,
  world: () => world,
  sut: client(project, mistake),
  mirror: { issues: async ({ store }) => (await store.list('issue:')).map(([, title]) => title) },
  eventually: {
    'the copy has every issue once': (view) =>
      JSON.stringify(
        issuesOf(view)
          .map(({ title }) => title)
          .sort(),
      ) === JSON.stringify([...(view.mirror['issues'] ?? [])].sort()),
    'each ticket is reported once': (view) =>
      tickets.every((ticket) => issuesOf(view).filter(({ title }) => title === ticket).length === 1),
    'the first issue has every label': (view) =>
      labels.every((label) =>
        issuesOf(view)
          .find(({ number }) => number === 1)
          ?.labels.includes(label),
      ),
  },
  kinds: 1,
  stories: false,
})

/** The law that each mistake breaks. */
const broken: Readonly<Record<Mistake, string>> = {
  'it reads the first page alone': 'the copy has every issue once',
  'it reports a ticket without looking for it': 'each ticket is reported once',
  'it marks a ticket before it is reported': 'each ticket is reported once',
  'it forgets a label at a conflict': 'the first issue has every label',
  'it takes a refusal for the end of a ticket': 'each ticket is reported once',
}

test.each(sample(mistakes, 2))('explore finds that %s', async (mistake) => {
  const { failures } = await explore({ ...options(mistake), runs: isLong ? 300 : 100 })
  expect(failures.map(({ title }) => title)).toEqual([expect.stringContaining(broken[mistake])])
})

test('explore finds nothing wrong with the right client', async () => {
  const runs = isLong ? 60 : 10
  const report = await explore({ ...options(), runs })
  report.throwIfFailed()
  expect(report.runs).toBe(runs)
})
