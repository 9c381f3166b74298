/** Calls the control plane of the proxy. Throws an error with its message if it refuses the call. */
export async function control(path, body) {
  const response = await fetch(`${process.env['FAUXGRAPH_URL']}/_sim/${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
