import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'two changes read the archive before either has written it',
    file: 'src/archive.ts',
    from: 'const done = last.then(async () => {',
    to: 'const done = Promise.resolve().then(async () => {',
    finds: /lost|differs/,
  },
  {
    name: 'the archive is written in place',
    file: 'src/archive.ts',
    from: `  await writeFile(\`\${path}.new\`, JSON.stringify(archive))
  await rename(\`\${path}.new\`, path)`,
    to: '  await writeFile(path, JSON.stringify(archive))',
    finds: /differs/,
  },
  {
    name: 'a note is answered before it is written',
    file: 'src/main.ts',
    from: '  await changeArchive(({ notes }) => {',
    to: '  void changeArchive(({ notes }) => {',
    finds: /notes/,
  },
  {
    name: 'the archive is moved away before the new one is written',
    file: 'src/archive.ts',
    from: `  await writeFile(\`\${path}.new\`, JSON.stringify(archive))
  await rename(\`\${path}.new\`, path)`,
    to: `  await writeFile(\`\${path}.new\`, JSON.stringify(archive))
  await rename(path, \`\${path}.old\`).catch(() => {})
  await rename(\`\${path}.new\`, path)`,
    finds: /notes/,
  },
  {
    name: 'a post that was edited is kept with its first text',
    file: 'src/main.ts',
    from: `      archive.posts = Object.fromEntries(posts.map(({ id, message }) => [id, message ?? null]))`,
    to: `      const now = posts.map(({ id, message }) => [id, archive.posts[id] ?? message ?? null])
      archive.posts = Object.fromEntries(now)`,
    finds: /posts/,
  },
]
