import Database from 'better-sqlite3'

const database = new Database('./data/posts.db')

interface Post {
  id: number
  message: string
  state: 'planned' | 'sending' | 'published'
}

const insert = database.prepare<[string]>('insert into posts (message) values (?) on conflict do nothing')
const open = database.prepare<[], Post>(
  "select id, message, state from posts where state <> 'published' order by id",
)
const send = database.prepare<[number]>("update posts set state = 'sending' where id = ?")
const publish = database.prepare<[string, number]>(
  "update posts set state = 'published', post_id = ? where id = ?",
)

/** Plans a post. Does nothing if there is one with this text. */
export const planPost = (message: string): void => void insert.run(message)

/** The posts that were not published yet, or whose answer never came. */
export const openPosts = (): Post[] => open.all()

export const markSending = ({ id }: Post): void => void send.run(id)

export const markPublished = ({ id }: Post, postId: string): void => void publish.run(postId, id)
