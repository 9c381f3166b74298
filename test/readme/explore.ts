import { explore } from '../../src/explore/index.ts'
import { createWorld } from '../../src/index.ts'

const report = await explore({
  name: 'greeting',
  world() {
    const world = createWorld()
    world.starter()
    return world
  },
  // The code under test: it posts once more when it gets no answer, and never after an error.
  sut({ fetch, baseUrl, names }) {
    const post = () =>
      fetch(`${baseUrl}/${names.page}/feed`, {
        method: 'POST',
        body: new URLSearchParams({ message: 'hi', access_token: names.pageToken }),
      })
    return { commands: { greet: { run: () => post().catch(post) } } }
  },
  stories: false,
})

for (const { title } of report.failures) console.log(title)
// → the post was made twice
