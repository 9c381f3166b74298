// Writes src/service/views/live-names.json: the names of fields and edges that the live service has, by node type.
// They are facts, read from the classes of the package facebook-nodejs-business-sdk; none of its code is copied.
//
//   npm pack facebook-nodejs-business-sdk && tar xzf facebook-nodejs-business-sdk-*.tgz
//   node .build/live-names.mjs package
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = 'package'] = process.argv.slice(2)

/** The classes of each node type, by the name that error messages give the type. */
const nodeTypes = {
  Ad: ['ad'],
  AdAccount: ['ad-account'],
  AdAsyncRequest: ['ad-async-request'],
  AdAsyncRequestSet: ['ad-async-request-set'],
  AdCreative: ['ad-creative'],
  AdImage: ['ad-image'],
  AdReportRun: ['ad-report-run'],
  AdRule: ['ad-rule'],
  AdSet: ['ad-set'],
  AdStudy: ['ad-study'],
  AdsInsights: ['ads-insights'],
  Album: ['album'],
  Application: ['application'],
  Business: ['business'],
  Campaign: ['campaign'],
  Comment: ['comment'],
  CustomAudience: ['custom-audience'],
  IGUser: ['ig-user'],
  InsightsResult: ['insights-result'],
  Lead: ['lead'],
  LeadGenData: ['leadgen-form'],
  Media: ['ig-media'],
  Page: ['page'],
  Photo: ['photo'],
  Post: ['post', 'page-post'],
  ProductEventStat: ['product-event-stat'],
  ProductFeedUploadError: ['product-feed-upload-error'],
  Profile: ['profile'],
  TargetingAudience: ['ad-account-targeting-unified'],
  User: ['user'],
  Video: [],
}

/** The types of values within records. */
const valueTypes = {
  Place: ['place', 'location'],
  Privacy: ['privacy'],
  ProfilePictureSource: ['profile-picture-source'],
}

/** Names that the package lacks, from the public reference of the live service. */
const otherNames = {
  Post: 'tagged_time',
  StoryAttachment:
    'description description_tags media media_type subattachments target title type unshimmed_url url',
  Video:
    'ad_breaks backdated_time backdated_time_granularity captions comments content_category content_tags ' +
    'copyright created_time crosspost_shared_pages custom_labels description embed_html embeddable event ' +
    'format from icon is_crosspost_video is_crossposting_eligible is_instagram_eligible length likes ' +
    'live_status permalink_url picture place poll_settings polls post_id post_views premiere_living_room_status ' +
    'privacy published reactions scheduled_publish_time source sponsor_tags status tags thumbnails title ' +
    'universal_video_id updated_time video_insights views',
}

function sourceOf(name) {
  try {
    return readFileSync(join(folder, 'src/objects', `${name}.js`), 'utf8')
  } catch {
    return ''
  }
}

const fieldsOf = (source) => {
  const [, members = ''] = /get Fields[^{]*\{\s*return Object\.freeze\(\{([^}]*)\}/.exec(source) ?? []
  return [...members.matchAll(/: '(\w+)'/g)].map(([, name]) => name)
}
const edgesOf = (source) => [...source.matchAll(/getEdge\([^']*'\/(\w+)'/g)].map(([, name]) => name)

/** Returns the names of a type as one text, so that they cost nothing before a read asks for them. */
function textOf(type, classes) {
  const sources = classes.map(sourceOf)
  const names = sources.flatMap((source) => [...fieldsOf(source), ...edgesOf(source)])
  const others = otherNames[type]?.split(' ') ?? []
  const sorted = [...new Set([...names, ...others])].filter((name) => name !== 'id').sort()
  return sorted.join(' ')
}

const types = { ...nodeTypes, ...valueTypes, StoryAttachment: [] }
const texts = Object.keys(types)
  .sort()
  .map((type) => [type, textOf(type, types[type])])

writeFileSync(
  'src/service/views/live-names.json',
  `${JSON.stringify(Object.fromEntries(texts), undefined, 2)}\n`,
)
