// Recordings of businesses.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'business' }

const business = ({ act, user }, name = 'Business') =>
  act('createBusiness', { name, administrators: [user] }).id

export const businessCases = [
  {
    ...python,
    file: 'facebook/apidata/business/business_info',
    ask: (world, record) => world.get(`/${business(world)}`, { fields: namesOf(record) }, world.userToken),
  },
  {
    ...python,
    file: 'facebook/apidata/business/businesses_info',
    ask: (world, recorded) =>
      world.get(
        '/',
        {
          ids: `${business(world)},${business(world, 'Other')}`,
          fields: namesOf(Object.values(recorded)[0]),
        },
        world.userToken,
      ),
  },
  {
    ...python,
    file: 'facebook/apidata/users/user_businesses',
    ask(world, { data: [record] }) {
      business(world)
      return world.get('/me/businesses', { fields: namesOf(record) }, world.userToken)
    },
  },
  {
    ...python,
    file: 'facebook/models/business',
    ask(world, record) {
      const id = business(world)
      world.act('setPaymentMethod', { business: id, displayString: 'Visa *1002' })
      return world.get(`/${id}`, { fields: namesOf(record) }, world.userToken)
    },
  },
]
