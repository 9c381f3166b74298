import express from 'express'

/** The code under test: an app that greets each new lead. */
export function appWith({ verifyToken, greet }) {
  const app = express()
  app.get('/webhook', ({ query }, response) => {
    const isKnown = query['hub.verify_token'] === verifyToken
    response.status(isKnown ? 200 : 403).send(isKnown ? query['hub.challenge'] : '')
  })
  app.post('/webhook', express.json(), ({ body }, response) => {
    for (const { changes } of body.entry) for (const { value } of changes) greet(value.leadgen_id)
    response.sendStatus(200)
  })
  return app
}
