import { call, idsOf, type Scene } from '../../service/scene.ts'
import {
  invalidToken,
  noPermission,
  type Rows,
  type Story,
  stranger,
  wrongFields,
  wrongLimit,
} from './story.ts'

const blockedApp: Story = {
  before: ({ world, app }) => void world.actions.blockActor({ actor: app }).unwrap(),
}

/** For each operation on people, media and tokens valid parameters, and a story for each of its codes. */
export function peopleCodes(start: Scene): Rows {
  const { world, user, userToken, page, album, app, appToken } = start
  const [image] = idsOf(call(world, userToken, 'listMediaChildren', { media: album }).unwrap())
  const [, secret] = appToken.split('|')
  return {
    listUserPhotos: {
      params: { user },
      codes: {
        100: { row: '[USR-013]', params: { type: 'profile' } },
        102: {
          row: '[USR-017]',
          before: ({ world: ended, userToken: token }) => void ended.actions.endSession({ token }).unwrap(),
        },
        104: { row: '[USR-016]', params: { appsecret_proof: 'x' } },
        190: { row: '[USR-014]', ...invalidToken },
        200: { row: '[USR-015]', ...stranger },
      },
    },
    me: { params: {}, codes: { 100: wrongFields, 190: invalidToken, 200: noPermission } },
    readUser: { params: { user }, codes: { 100: wrongFields, 190: invalidToken, 200: noPermission } },
    readPage: {
      params: { page },
      codes: {
        100: wrongFields,
        190: invalidToken,
        200: noPermission,
        80001: { policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } },
      },
    },
    listManagedPages: { params: { user }, codes: { 100: wrongLimit, 190: invalidToken, 200: stranger } },
    readMedia: {
      params: { media: album },
      codes: { 100: wrongFields, 190: invalidToken, 200: noPermission },
    },
    listMediaChildren: {
      params: { media: album },
      codes: { 100: { params: { media: image } }, 190: invalidToken, 200: stranger },
    },
    listUserMedia: { params: { user }, codes: { 100: wrongLimit, 190: invalidToken, 200: stranger } },
    authorize: {
      params: { client_id: app, redirect_uri: 'https://client.test/', response_type: 'code' },
      codes: { 100: { params: { response_type: 'token' } }, 190: invalidToken, 200: blockedApp },
    },
    openLoginDialog: {
      params: { client_id: app, redirect_uri: 'https://client.test/' },
      codes: { 100: { params: { redirect_uri: 'nowhere' } }, 190: invalidToken, 368: blockedApp },
    },
    readUserPicture: {
      params: { user },
      codes: { 100: { params: { type: 'huge' } }, 190: invalidToken },
    },
    readPagePicture: {
      params: { page },
      codes: {
        100: { params: { width: 0 } },
        190: invalidToken,
        80001: { policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } },
      },
    },
    listPermissions: {
      params: { user },
      codes: { 100: { params: { user: '1' } }, 190: invalidToken, 200: stranger },
    },
    revokePermissions: {
      params: { user },
      codes: { 100: { params: { permission: 'public_profile' } }, 190: invalidToken, 200: stranger },
    },
    listUserLikes: { params: { user }, codes: { 100: wrongLimit, 190: invalidToken, 200: stranger } },
    debugToken: {
      params: { input_token: userToken },
      codes: {
        100: { params: { input_token: undefined } },
        190: invalidToken,
      },
    },
    exchangeToken: {
      params: { client_id: app, client_secret: secret, grant_type: 'client_credentials' },
      codes: { 100: { params: { client_secret: 'x' } }, 190: invalidToken, 200: blockedApp },
    },
  }
}
