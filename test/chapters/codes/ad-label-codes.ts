import { act, call, type Scene, serveWhile } from '../../service/scene.ts'
import { everyAds, type Rows, type Story, wrongFields, wrongLimit } from './story.ts'

/** For labels, creatives and previews valid parameters, and a story for each of their codes. */
export function adLabelCodes(start: Scene): Rows {
  const { adAccount, campaign, adSet, ad, creative, world, userToken } = start
  const made = serveWhile(start, () =>
    call(world, userToken, 'createAdLabel', { adAccount, name: 'A' }).unwrap(),
  )
  const adLabel = String(made['id'])
  const pixelOf = (account: string) =>
    serveWhile(start, () =>
      call(world, userToken, 'createAdsPixel', { adAccount: account, name: 'A' }).unwrap(),
    )
  const other = act(world, 'createAdAccount', { name: 'Other', administrators: [start.user] }).unwrap()
  const pixel = String(pixelOf(String(other['id']))['id'])
  const row = (params: object, story: Story) => ({ params, codes: { ...everyAds, 100: story } })
  const adlabels = [{ id: adLabel }]
  const noLabel: Story = { params: { adlabels: [{ id: '1' }] } }
  const preview = { ad_format: 'MOBILE_FEED_STANDARD' }
  const noFormat: Story = { params: { ad_format: 'WALL' } }
  return {
    listAdLabels: row({ adAccount }, wrongLimit),
    createAdLabel: row({ adAccount, name: 'B' }, { params: { name: '' } }),
    readAdLabel: row({ adLabel }, wrongFields),
    updateAdLabel: row({ adLabel, name: 'B' }, { params: { name: '' } }),
    deleteAdLabel: row({ adLabel }, { params: { adLabel: '1' } }),
    addCampaignLabels: row({ campaign, adlabels }, noLabel),
    removeCampaignLabels: row({ campaign, adlabels }, noLabel),
    addAdSetLabels: row({ adSet, adlabels }, noLabel),
    removeAdSetLabels: row({ adSet, adlabels }, noLabel),
    addAdLabels: row({ ad, adlabels }, noLabel),
    removeAdLabels: row({ ad, adlabels }, noLabel),
    addCreativeLabels: row({ creative, adlabels }, noLabel),
    removeCreativeLabels: row({ creative, adlabels }, noLabel),
    updateCreative: row({ creative, name: 'B' }, { params: { name: undefined } }),
    removeCreative: row({ creative }, { params: { creative: '1' } }),
    listAdsPixels: row({ adAccount }, wrongLimit),
    createAdsPixel: row({ adAccount, name: 'A' }, { params: { name: '' } }),
    readAdsPixel: row({ pixel }, wrongFields),
    updateAdsPixel: row({ pixel, name: 'B' }, { params: { name: '' } }),
    listAdPreviews: row({ ad, ...preview }, noFormat),
    listCreativePreviews: row({ creative, ...preview }, noFormat),
    generateAdPreviews: row({ adAccount, creative: { creative_id: creative }, ...preview }, noFormat),
  }
}
