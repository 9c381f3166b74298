import { NextResponse } from 'next/server'

/** The code under test, `app/webhook/route.js`: it reads the name of each new lead. */
export async function POST(request) {
  const { entry } = await request.json()
  const token = request.nextUrl.searchParams.get('token')
  for (const { value } of entry[0].changes) {
    const url = `https://graph.facebook.com/v26.0/${value.leadgen_id}?access_token=${token}`
    const lead = await (await fetch(url)).json()
    console.log(lead.field_data[0].values[0])
  }
  return NextResponse.json({ received: true })
}
