/** The types of the actions that insights count. */
export const actionTypes = [
  'add_to_cart',
  'app_install',
  'comment',
  'complete_registration',
  'initiate_checkout',
  'landing_page_view',
  'lead',
  'like',
  'link_click',
  'mobile_app_install',
  'offsite_conversion.fb_pixel_add_to_cart',
  'offsite_conversion.fb_pixel_complete_registration',
  'offsite_conversion.fb_pixel_initiate_checkout',
  'offsite_conversion.fb_pixel_lead',
  'offsite_conversion.fb_pixel_purchase',
  'offsite_conversion.fb_pixel_view_content',
  'omni_purchase',
  'onsite_conversion.lead_grouped',
  'onsite_conversion.messaging_conversation_started_7d',
  'onsite_conversion.post_save',
  'page_engagement',
  'photo_view',
  'post',
  'post_engagement',
  'post_reaction',
  'purchase',
  'video_view',
  'view_content',
] as const

/** The type of an action that insights count. */
export type ActionType = (typeof actionTypes)[number]
