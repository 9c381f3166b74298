import { request } from 'node:http'

/** Sends a request, and returns the JSON of its answer. Throws if it is an error. */
export const ask = (method, url, form) =>
  new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString()
    const headers = body && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        try {
          const answer = JSON.parse(text)
          if (response.statusCode >= 400) throw new Error(answer.error?.message ?? response.statusCode)
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
