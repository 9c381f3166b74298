import type { Json } from '../engine/values/guard.ts'
import type { CallOutcome, TypedFile } from '../graph/typed-call.ts'
import type { List } from '../graph/views/paging.ts'

// This file is made from the schemas of the operations: `npm run types` renews it. Users read these types,
// which name every record and document every method and parameter.

/** One of the values of a parameter or a field. */
export type TimezoneName =
  | 'Etc/UTC'
  | 'America/Los_Angeles'
  | 'America/Denver'
  | 'Pacific/Honolulu'
  | 'America/Anchorage'
  | 'America/Phoenix'
  | 'America/Chicago'
  | 'America/New_York'
  | 'Asia/Dubai'
  | 'Europe/Vienna'
  | 'Australia/Sydney'
  | 'Asia/Dhaka'
  | 'Europe/Brussels'
  | 'America/Sao_Paulo'
  | 'America/Vancouver'
  | 'America/Toronto'
  | 'Europe/Zurich'
  | 'Asia/Shanghai'
  | 'America/Bogota'
  | 'Europe/Prague'
  | 'Europe/Berlin'
  | 'Europe/Copenhagen'
  | 'Europe/Madrid'
  | 'Europe/Helsinki'
  | 'Europe/Paris'
  | 'Europe/London'
  | 'Asia/Hong_Kong'
  | 'Asia/Jakarta'
  | 'Europe/Dublin'
  | 'Asia/Kolkata'
  | 'Europe/Rome'
  | 'Asia/Tokyo'

/** One of the values of a parameter or a field. */
export type PhotoappEligibility =
  | 'eligible'
  | 'ineligible_caption_mentions_not_allowed'
  | 'ineligible_caption_too_long'
  | 'ineligible_media_aspect_ratio'
  | 'ineligible_media_dimension'
  | 'ineligible_media_square_aspect_ratio'
  | 'ineligible_media_square_dimension'
  | 'ineligible_post_type'
  | 'ineligible_unknown_error'
  | 'ineligible_video_length'

/** One of the values of a parameter or a field. */
export type CallToActionType =
  | 'BOOK_TRAVEL'
  | 'BUY_NOW'
  | 'CALL_NOW'
  | 'DOWNLOAD'
  | 'GET_DIRECTIONS'
  | 'GET_QUOTE'
  | 'INSTALL_APP'
  | 'INSTALL_MOBILE_APP'
  | 'LEARN_MORE'
  | 'LIKE_PAGE'
  | 'LISTEN_MUSIC'
  | 'MESSAGE_PAGE'
  | 'NO_BUTTON'
  | 'OPEN_LINK'
  | 'PLAY_GAME'
  | 'SHOP_NOW'
  | 'SIGN_UP'
  | 'SUBSCRIBE'
  | 'USE_APP'
  | 'USE_MOBILE_APP'
  | 'WATCH_MORE'
  | 'WATCH_VIDEO'

/** One of the values of a parameter or a field. */
export type SubscribedField =
  | 'name'
  | 'description'
  | 'picture'
  | 'email'
  | 'category'
  | 'founded'
  | 'general_info'
  | 'phone'
  | 'website'
  | 'location'
  | 'checkins'
  | 'feed'
  | 'leadgen'
  | 'mention'
  | 'ratings'
  | 'conversations'
  | 'messages'
  | 'affiliation'
  | 'attire'
  | 'awards'
  | 'bio'
  | 'birthday'
  | 'business_integrity'
  | 'call_permission_reply'
  | 'call_settings_update'
  | 'calls'
  | 'comment_poll_response'
  | 'company_overview'
  | 'culinary_team'
  | 'current_location'
  | 'feature_access_list'
  | 'follow'
  | 'general_manager'
  | 'group_feed'
  | 'hometown'
  | 'hours'
  | 'inbox_labels'
  | 'invalid_topic_placeholder'
  | 'invoice_access_bank_slip_events'
  | 'invoice_access_invoice_change'
  | 'invoice_access_invoice_draft_change'
  | 'invoice_access_onboarding_status_active'
  | 'leadgen_fat'
  | 'live_videos'
  | 'local_delivery'
  | 'marketing_message_delivery_failed'
  | 'marketing_message_echoes'
  | 'marketing_messages_subscriber_upload_status'
  | 'mcom_invoice_change'
  | 'members'
  | 'merchant_review'
  | 'message_context'
  | 'message_deliveries'
  | 'message_echoes'
  | 'message_edits'
  | 'message_mention'
  | 'message_reactions'
  | 'message_reads'
  | 'message_template_status_update'
  | 'messaging_account_linking'
  | 'messaging_appointments'
  | 'messaging_checkout_updates'
  | 'messaging_customer_information'
  | 'messaging_direct_sends'
  | 'messaging_fblogin_account_linking'
  | 'messaging_feedback'
  | 'messaging_game_plays'
  | 'messaging_handovers'
  | 'messaging_in_thread_lead_form_submit'
  | 'messaging_integrity'
  | 'messaging_optins'
  | 'messaging_optouts'
  | 'messaging_payments'
  | 'messaging_policy_enforcement'
  | 'messaging_postbacks'
  | 'messaging_pre_checkouts'
  | 'messaging_referrals'
  | 'mission'
  | 'page_about_story'
  | 'page_change_proposal'
  | 'page_upcoming_change'
  | 'parking'
  | 'payment_options'
  | 'payment_request_update'
  | 'personal_info'
  | 'personal_interests'
  | 'price_range'
  | 'product_review'
  | 'products'
  | 'public_transit'
  | 'publisher_subscriptions'
  | 'registration'
  | 'response_feedback'
  | 'send_cart'
  | 'standby'
  | 'story_poll_response'
  | 'story_share'
  | 'user_action'
  | 'video_text_question_responses'
  | 'videos'

/** One of the values of a parameter or a field. */
export type Summary =
  | 'country'
  | 'actions'
  | 'reach'
  | 'objective'
  | 'spend'
  | 'impressions'
  | 'clicks'
  | 'age'
  | 'gender'
  | 'region'
  | 'publisher_platform'
  | 'platform_position'
  | 'impression_device'
  | 'device_platform'
  | 'account_id'
  | 'adset_id'
  | 'campaign_id'
  | 'optimization_goal'
  | 'buying_type'
  | 'date_start'
  | 'date_stop'
  | 'ad_id'
  | 'ad_name'
  | 'adset_name'
  | 'campaign_name'
  | 'account_name'
  | 'account_currency'
  | 'frequency'
  | 'ctr'
  | 'cpc'
  | 'cpm'
  | 'cpp'
  | 'wish_bid'
  | 'action_values'
  | 'cost_per_action_type'
  | 'purchase_roas'
  | 'inline_link_clicks'
  | 'inline_link_click_ctr'
  | 'cost_per_inline_link_click'
  | 'inline_post_engagement'

/** One of the values of a parameter or a field. */
export type Scope =
  | 'email'
  | 'user_likes'
  | 'public_profile'
  | 'openid'
  | 'attribution_read'
  | 'catalog_management'
  | 'commerce_account_manage_orders'
  | 'commerce_account_read_orders'
  | 'commerce_account_read_reports'
  | 'commerce_account_read_settings'
  | 'commerce_manage_accounts'
  | 'facebook_branded_content_ads_brand'
  | 'facebook_creator_marketplace_discovery'
  | 'gaming_user_locale'
  | 'instagram_basic'
  | 'instagram_branded_content_ads_brand'
  | 'instagram_branded_content_brand'
  | 'instagram_branded_content_creator'
  | 'instagram_business_basic'
  | 'instagram_business_content_publish'
  | 'instagram_business_manage_comments'
  | 'instagram_business_manage_insights'
  | 'instagram_business_manage_messages'
  | 'instagram_content_publish'
  | 'instagram_creator_marketplace_discovery'
  | 'instagram_manage_comments'
  | 'instagram_manage_contents'
  | 'instagram_manage_events'
  | 'instagram_manage_insights'
  | 'instagram_manage_messages'
  | 'instagram_manage_upcoming_events'
  | 'instagram_shopping_tag_products'
  | 'manage_app_solution'
  | 'manage_fundraisers'
  | 'page_events'
  | 'pages_manage_ads'
  | 'pages_manage_cta'
  | 'pages_manage_engagement'
  | 'pages_manage_instant_articles'
  | 'pages_manage_metadata'
  | 'pages_messaging'
  | 'pages_read_user_content'
  | 'pages_show_list'
  | 'pages_user_gender'
  | 'pages_user_locale'
  | 'pages_user_timezone'
  | 'private_computation_access'
  | 'publish_video'
  | 'read_audience_network_insights'
  | 'read_insights'
  | 'threads_business_basic'
  | 'user_age_range'
  | 'user_birthday'
  | 'user_friends'
  | 'user_gender'
  | 'user_hometown'
  | 'user_link'
  | 'user_location'
  | 'user_messenger_contact'
  | 'user_posts'
  | 'user_videos'
  | 'whatsapp_business_manage_events'
  | 'whatsapp_business_management'
  | 'whatsapp_business_messaging'
  | 'pages_read_engagement'
  | 'pages_manage_posts'
  | 'business_management'
  | 'read_page_mailboxes'
  | 'user_photos'
  | 'user_profile'
  | 'user_media'
  | 'leads_retrieval'
  | 'ads_read'
  | 'ads_management'

/** One of the values of a parameter or a field. */
export type ActionsType =
  | 'post'
  | 'comment'
  | 'omni_purchase'
  | 'purchase'
  | 'link_click'
  | 'post_engagement'
  | 'lead'
  | 'add_to_cart'
  | 'app_install'
  | 'complete_registration'
  | 'initiate_checkout'
  | 'landing_page_view'
  | 'like'
  | 'mobile_app_install'
  | 'offsite_conversion.fb_pixel_add_to_cart'
  | 'offsite_conversion.fb_pixel_complete_registration'
  | 'offsite_conversion.fb_pixel_initiate_checkout'
  | 'offsite_conversion.fb_pixel_lead'
  | 'offsite_conversion.fb_pixel_purchase'
  | 'offsite_conversion.fb_pixel_view_content'
  | 'onsite_conversion.lead_grouped'
  | 'onsite_conversion.messaging_conversation_started_7d'
  | 'onsite_conversion.post_save'
  | 'page_engagement'
  | 'photo_view'
  | 'post_reaction'
  | 'video_view'
  | 'view_content'

/** One of the values of a parameter or a field. */
export type AudiencesType =
  | 'relationship_statuses'
  | 'college_years'
  | 'education_statuses'
  | 'interested_in'
  | 'interests'
  | 'behaviors'
  | 'life_events'
  | 'family_statuses'
  | 'education_schools'
  | 'education_majors'
  | 'work_employers'
  | 'work_positions'
  | 'income'
  | 'net_worth'
  | 'home_ownership'
  | 'home_type'
  | 'home_value'
  | 'household_composition'
  | 'office_type'
  | 'user_adclusters'
  | 'ethnic_affinity'
  | 'generation'
  | 'industries'
  | 'location_categories'
  | 'moms'
  | 'politics'

/** One of the values of a parameter or a field. */
export type Metric =
  | 'page_actions_post_reactions_total'
  | 'page_daily_follows'
  | 'page_daily_follows_unique'
  | 'page_daily_unfollows_unique'
  | 'page_engaged_users'
  | 'page_fan_adds'
  | 'page_fan_removes'
  | 'page_fans'
  | 'page_follows'
  | 'page_impressions'
  | 'page_impressions_paid'
  | 'page_impressions_unique'
  | 'page_media_view'
  | 'page_post_engagements'
  | 'page_posts_impressions'
  | 'page_posts_impressions_unique'
  | 'page_total_actions'
  | 'page_video_views'
  | 'page_views_total'
  | 'post_clicks'
  | 'post_engaged_users'
  | 'post_impressions'
  | 'post_impressions_fan'
  | 'post_impressions_organic'
  | 'post_impressions_organic_unique'
  | 'post_impressions_paid'
  | 'post_impressions_paid_unique'
  | 'post_impressions_unique'
  | 'post_media_view'
  | 'post_reactions_like_total'
  | 'post_reactions_love_total'
  | 'post_video_views'

/** A profile picture, as a field and as the answer of the edge `picture`. */
export type ProfilePicture = {
  /** The picture. */
  data: {
    /** The height in pixels. */
    height: number
    /** Whether it stands for a profile picture that does not exist. */
    is_silhouette: boolean
    /** The URL of the picture. */
    url: string
    /** The width in pixels. */
    width: number
  }
}

/** The summary of the reactions to a post. */
export type ReactionsSummary = {
  /** The number of all reactions, or of those of the type that the read names. */
  total_count: number
  /**
   * The reaction of the page or the person of the token; NONE without one. Missing with
   * `summary=total_count`.
   */
  viewer_reaction?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | 'NONE' | undefined
}

/** An answer of a lead, as `field_data` shows it (LEA-011, LEA-012). */
export type LeadAnswer = {
  /** The field id of the question. */
  name: string
  /** The answers; for a store locator, the number of the store. */
  values: string[]
}

/** The state of an optional check box, as `custom_disclaimer_responses` shows it (LEA-014, LEA-015). */
export type DisclaimerResponse = {
  /** The key of the check box. */
  checkbox_key: string
  /** `1` if the box is checked, empty if not. */
  is_checked: string
}

/** A page or a person as other records show it: id and name. */
export type Profile = {
  /** The id of the person, the page or the app. */
  id: string
  /** The name of the person, the page or the app. */
  name: string
}

/** The summary of the comments on a post. */
export type CommentsSummary = {
  /** The number of all comments on the post. */
  total_count: number
  /** The order of the comments. Missing with `summary=total_count`, like the other members. */
  order?: 'chronological' | 'reverse_chronological' | undefined
  /** Whether the caller can comment. */
  can_comment?: boolean | undefined
}

/** The summary of the likes of a post. */
export type LikesSummary = {
  /** The number of all likes of the post. */
  total_count: number
  /** Whether the caller can like the post. Missing with `summary=total_count`. */
  can_like?: boolean | undefined
  /** Whether the caller likes the post. Missing with `summary=total_count`. */
  has_liked?: boolean | undefined
}

/** The properties of an attached video. */
export type VideoProperties = {
  /** The name of the property. */
  name: string
  /** The value of the property as text. */
  text: string
  /** The URL of the property. */
  href: string
}

/** A delivery issue of a campaign: the shape of an item of `issues_info` (SIL-109). */
export type Issue = {
  /** The level of the object with the problem, such as CAMPAIGN. */
  level: string
  /** The number of the problem. */
  error_code: number
  /** A short title of the problem. */
  error_summary: string
  /** A description of the problem. */
  error_message: string
  /** The kind of problem, such as HARD_ERROR. */
  error_type: string
}

/** The privacy of a post. */
export type Privacy = {
  /** The ids of those who can see it, between commas. Empty unless the value is CUSTOM. */
  allow: string
  /** The ids of those who cannot see it, between commas. Empty unless the value is CUSTOM. */
  deny: string
  /** The level in words. */
  description: string
  /** Which friends can see it. Empty unless the value is CUSTOM. */
  friends: '' | 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'SOME_FRIENDS'
  /** The level. */
  value: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF'
}

/** A link of a multi-link post. Its name and description are truncated (FEE-177, FEE-179). */
export type ChildAttachment = {
  /** The URL of the item. */
  link: string
  /** The title of the item. Missing without one. */
  name?: string | undefined
  /** The text of the item. Missing without one. */
  description?: string | undefined
  /** The URL of the item's image. Missing without one. */
  picture?: string | undefined
  /** The hash of the item's ad image. Missing without one. */
  image_hash?: string | undefined
}

/** A profile that a text mentions, and the place of its name, in Unicode code points (FEE-055). */
export type ProfileTag = {
  /** The length of the mention, in code points. */
  length: number
  /** The id of the person or the page. */
  id: string
  /** The name of the person or the page. */
  name: string
  /** The position of the mention in the text, in code points. */
  offset: number
  /** The thing that is mentioned. */
  type: 'user' | 'page' | 'group'
}

/** The targeting of a post record: the people who can see it at all (FEE-078). */
export type Targeting = {
  /** The least age. Missing without a limit. */
  age_min?: number | undefined
  /** The countries, as ISO 3166 codes. */
  countries?: string[] | undefined
  /** The ids of locales. */
  locales?: number[] | undefined
  /** The ids of the regions. */
  regions?: number[] | undefined
  /** The ids of the cities. */
  cities?: number[] | undefined
  /** The places, as sent. */
  geo_locations?: { [name: string]: unknown } | undefined
}

/** The address of a page. */
export type PageLocation = {
  /** The street and the number. */
  street?: string | undefined
  /** The city. */
  city?: string | undefined
  /** The country. */
  country?: string | undefined
  /** The postal code. */
  zip?: string | undefined
  /** The latitude in degrees. */
  latitude?: number | undefined
  /** The longitude in degrees. */
  longitude?: number | undefined
}

/** The feed_targeting of a post record: its audience in news feeds (FEE-028). */
export type FeedTargeting = {
  /** The least age; 0 without a limit. */
  age_min: number
  /** The genders: 1 male, 2 female. */
  genders: number[]
  /** The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. */
  relationship_statuses: number[]
  /** The greatest age. Missing without a limit. */
  age_max?: number | undefined
  /** The ids of the cities. */
  cities?: number[] | undefined
  /** The years of graduation. */
  college_years?: number[] | undefined
  /** The countries, as ISO 3166 codes; at most 25. */
  countries?: string[] | undefined
  /** The levels of education: 1 high school, 2 undergraduate, 3 alum. */
  education_statuses?: number[] | undefined
  /** Whom people are interested in: 1 male, 2 female. Deprecated. */
  interested_in?: number[] | undefined
  /** The ids of pages of interests. */
  interests?: number[] | undefined
  /** The ids of locales. */
  locales?: number[] | undefined
  /** The ids of the regions. */
  regions?: number[] | undefined
  /** The places, as sent. */
  geo_locations?: { [name: string]: unknown } | undefined
}

/** The record `AdStudy`, with any of its fields. */
export type AdStudy = {
  /** The id of the record. */
  id: string
  /** The name of the study. */
  name?: string
  /** When the study was created. */
  created_time?: string
}

/** The record `SubscribedApp`, with any of its fields. */
export type SubscribedApp = {
  /** The id of the record. */
  id: string
  /** The name of the app. */
  name?: string
  /** The fields of the page of which the app gets notices. */
  subscribed_fields?: string[]
}

/** The record `Reel`, with any of its fields. */
export type Reel = {
  /** The id of the record. */
  id: string
  /** When the reel was added. */
  created_time?: string
  /** The text of the reel. Missing without one. */
  description?: string
  /** The permanent URL of the reel. */
  permalink_url?: string
}

/** The record `MediaContainer`, with any of its fields. */
export type MediaContainer = {
  /** The id of the record. */
  id: string
  /** The state in words. */
  status?: string
  /** The state: only what is FINISHED can be published. */
  status_code?: 'IN_PROGRESS' | 'ERROR' | 'EXPIRED' | 'FINISHED' | 'PUBLISHED'
  /** The search for works of others: it ends with the processing, and finds none. */
  copyright_check_status?: {
    /** The state of the search. */
    status: 'completed' | 'in_progress'
    /** Whether the check found a work that belongs to somebody else. */
    matches_found: boolean
  }
}

/** The record `AdRule`, with any of its fields. */
export type AdRule = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The name of the rule. */
  name?: string
  /** When the rule was created. */
  created_time?: string
  /** The condition that selects the objects of the rule. */
  evaluation_spec?: {
    /** The filters; all must hold. */
    filters: {
      /** The field that the filter tests, such as `campaign.id` or `entity_type`. */
      field: string
      /** The comparison of the field with `value`. */
      operator: string
      /** The value or values to compare with. */
      value: string | string[]
    }[]
  }
}

/** The record `UploadError`, with any of its fields. */
export type UploadError = {
  /** The id of the record. */
  id: string
  /** A short title of the error. */
  summary?: string
  /** An explanation of the error. */
  description?: string
  /** `fatal` if the item of the row was not created, `warning` if it was. */
  severity?: 'fatal' | 'warning'
  /** The row of the uploaded feed, counted from 1. */
  row_number?: number
  /** The column of the uploaded feed, counted from 1. */
  column_number?: number
}

/** The record `AsyncRequest`, with any of its fields. */
export type AsyncRequest = {
  /** The id of the record. */
  id: string
  /** The id of the ad account of the batch, without the prefix `act_`. */
  scope_object_id?: string
  /** The progress of the call. */
  status?: 'INITIAL' | 'IN_PROGRESS' | 'SUCCESS' | 'ERROR'
  /** The answer or the error of the call. Missing until the call was made. */
  result?: Json
  /** The call, as it was sent. */
  input?: {
    /** The name of the call. */
    name: string
    /** The path of the call. */
    relative_url: string
    /** The parameters of the call, as they were sent. */
    body: Json
  }
  /** When the batch was created. */
  created_time?: string
  /** When the status last changed. */
  updated_time?: string
}

/** The record `Audience`, with any of its fields. */
export type Audience = {
  /** The id of the record. */
  id: string
  /** The name of the audience. */
  name?: string
  /** The kind of audience. */
  type?: string
  /** The estimated number of people. */
  audience_size?: number
  /** The categories above the audience, the widest first. */
  path?: string[]
  /** A short description. */
  description?: string
  /** Whether the audience can be used. Only `validateTargeting` shows it. */
  valid?: boolean
}

/** The record `AsyncBatch`, with any of its fields. */
export type AsyncBatch = {
  /** The id of the record. */
  id: string
  /** The id of the ad account of the batch, without the prefix `act_`. */
  owner_id?: string
  /** The name of the batch. */
  name?: string
  /** Whether all its calls were made. */
  is_completed?: boolean
  /** The number of its calls. */
  total_count?: number
  /** The number of calls that wait. */
  initial_count?: number
  /** The number of calls that are being made. */
  in_progress_count?: number
  /** The number of calls that succeeded. */
  success_count?: number
  /** The number of calls that failed. */
  error_count?: number
}

/** The record `Media`, with any of its fields. */
export type Media = {
  /** The id of the record. */
  id: string
  /** The text of the media. Missing without one. */
  caption?: string
  /** The kind of media. */
  media_type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  /** The URL of the image or the video; for an album, of its first item. */
  media_url?: string
  /** The permanent URL. */
  permalink?: string
  /** The URL of the still image of a video. Missing for other media. */
  thumbnail_url?: string
  /** When the media was published. */
  timestamp?: string
  /** The user name of the owner. Missing if they have none. */
  username?: string
  /** The items of an album. Missing for other media. */
  children?: {
    /** The items of the album in their order. */
    data: {
      /** The id of the item. */
      id: string
    }[]
  }
}

/** The record `ReportRun`, with any of its fields. */
export type ReportRun = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** When the report was asked for, as a Unix time in seconds. */
  time_ref?: number
  /** When the report was complete, as a Unix time in seconds. Missing before. */
  time_completed?: number
  /** The state of the report: its insights can be read when it is `Job Completed`. */
  async_status?: 'Job Not Started' | 'Job Running' | 'Job Completed'
  /** The part of the report that is made, in percent. */
  async_percent_completion?: number
  /** Whether the report is still being made. */
  is_running?: boolean
  /** The first day, as `YYYY-MM-DD`. */
  date_start?: string
  /** The last day, included, as `YYYY-MM-DD`. */
  date_stop?: string
}

/** The record `LeadForm`, with any of its fields. */
export type LeadForm = {
  /** The id of the record. */
  id: string
  /** The locale of the form. */
  locale?: string
  /** The name of the form. */
  name?: string
  /** The status of the form. An ARCHIVED one accepts no leads. */
  status?: 'ACTIVE' | 'ARCHIVED'
  /** When the form was created. */
  created_time?: string
  /** The number of its leads. */
  leads_count?: number
  /** The page of the form. */
  page?: {
    /** The id of the page. */
    id: string
    /** The name of the page. */
    name: string
  }
  /** The id of the page of the form. */
  page_id?: string
  /** The questions in their order. */
  questions?: {
    /** The field id of the question: the name of its answer in `field_data`. */
    key: string
    /** The text of the question. */
    label: string
    /** The kind of question, in capitals. */
    type: string
  }[]
}

/** The record `EventStat`, with any of its fields. */
export type EventStat = {
  /** The id of the record. */
  id: string
  /** The day of the statistic, as `YYYY-MM-DD` in UTC. */
  date_start?: string
  /** The last day of the statistic: the same as `date_start`. */
  date_stop?: string
  /** The event that was counted. */
  event?: 'ViewContent' | 'AddToCart' | 'Purchase'
  /** The pixel or the app that reported the events. */
  event_source?: {
    /** The id of the event source. */
    id: string
    /** The kind of event source. */
    source_type: string
  }
  /** The type of device. Missing without the breakdown DEVICE_TYPE. */
  device_type?:
    | 'unknown'
    | 'desktop'
    | 'mobile_android_phone'
    | 'mobile_android_tablet'
    | 'mobile_ipad'
    | 'mobile_iphone'
    | 'mobile_ipod'
    | 'mobile_phone'
    | 'mobile_tablet'
    | 'mobile_windows_phone'
  /** The number of content ids that match an item of the catalog. */
  total_matched_content_ids?: number
  /** The number of content ids that match no item. */
  total_unmatched_content_ids?: number
  /** The number of distinct content ids that match an item. */
  unique_matched_content_ids?: number
  /** The number of distinct content ids that match no item. */
  unique_unmatched_content_ids?: number
}

/** The record `Like`, with any of its fields. */
export type Like = {
  /** The id of the record. */
  id: string
  /** The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size. */
  picture?: ProfilePicture
  /** Whether the profile is a page or a person. */
  profile_type?: 'user' | 'page'
  /** Whether the token can post on the profile: the token of a page, on its page. */
  can_post?: boolean
  /** The URL of the picture, at least 100 pixels wide. */
  pic?: string
  /** The URL of the large picture. */
  pic_large?: string
  /** The URL of the small picture. */
  pic_small?: string
  /** The URL of the square picture. */
  pic_square?: string
  /** The part of the picture to show: all of it. */
  pic_crop?: {
    /** The width in pixels. */
    width: number
    /** The height in pixels. */
    height: number
    /** The left edge, as a part of the width. */
    left: number
    /** The top edge, as a part of the height. */
    top: number
    /** The right edge, as a part of the width. */
    right: number
    /** The bottom edge, as a part of the height. */
    bottom: number
    /** The URL of the picture. */
    url: string
  }
  /** The name of the person who likes the post. */
  name?: string
}

/** The record `ThreatIndicator`, with any of its fields. */
export type ThreatIndicator = {
  /** The id of the record. */
  id: string
  /** When the indicator was collected. */
  added_on?: string
  /** The confidence in the indicator, in percent. */
  confidence?: number
  /** A description of the threat. Missing without one. */
  description?: string
  /** The value of the indicator, such as an IP address. */
  indicator?: string
  /** The severity of the threat. */
  severity?: string
  /** With whom the indicator may be shared. */
  share_level?: string
  /** Whether the indicator is known to be malicious. */
  status?: string
  /** The type of the indicator, such as IP_ADDRESS. */
  type?: string
  /** The broad types of threat. */
  threat_types?: string[]
}

/** The record `InstagramAccount`, with any of its fields. */
export type InstagramAccount = {
  /** The id of the record. */
  id: string
  /** The id of the account in the app. */
  ig_id?: number
  /** The user name, as in URLs. */
  username?: string
  /** The full name. */
  name?: string
  /** The description that the account gives of itself. It is missing if there is none. */
  biography?: string
  /** The URL of the website. Missing without one. */
  website?: string
  /** The number of accounts that follow it. */
  followers_count?: number
  /** The number of accounts that it follows. */
  follows_count?: number
  /** The number of published media, without stories. */
  media_count?: number
  /** The URL of the profile picture: always a silhouette. */
  profile_picture_url?: string
}

/** The record `InstagramItem`, with any of its fields. */
export type InstagramItem = {
  /** The id of the record. */
  id: string
  /** The id of the media in the app. */
  ig_id?: string
  /** The kind of media. */
  media_type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  /** The URL of the image or the video; for an album, of its first item. */
  media_url?: string
  /** The account that published it. */
  owner?: {
    /** The id of the account. */
    id: string
  }
  /** The permanent URL. */
  permalink?: string
  /** The last part of a short URL. */
  shortcode?: string
  /** The URL of the still image of a video. Missing for other media. */
  thumbnail_url?: string
  /** When the media was published. */
  timestamp?: string
  /** The user name of the account. */
  username?: string
}

/** The record `Reaction`, with any of its fields. */
export type Reaction = {
  /** The id of the record. */
  id: string
  /** The type of the reaction. */
  type?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE'
  /** The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size. */
  picture?: ProfilePicture
  /** Whether the profile is a page or a person. */
  profile_type?: 'user' | 'page'
  /** Whether the token can post on the profile: the token of a page, on its page. */
  can_post?: boolean
  /** The URL of the picture, at least 100 pixels wide. */
  pic?: string
  /** The URL of the large picture. */
  pic_large?: string
  /** The URL of the small picture. */
  pic_small?: string
  /** The URL of the square picture. */
  pic_square?: string
  /** The part of the picture to show: all of it. */
  pic_crop?: {
    /** The width in pixels. */
    width: number
    /** The height in pixels. */
    height: number
    /** The left edge, as a part of the width. */
    left: number
    /** The top edge, as a part of the height. */
    top: number
    /** The right edge, as a part of the width. */
    right: number
    /** The bottom edge, as a part of the height. */
    bottom: number
    /** The URL of the picture. */
    url: string
  }
  /** The name of the person who likes the post. */
  name?: string
}

/** The record `User`, with any of its fields. */
export type User = {
  /** The id of the record. */
  id: string
  /** The full name. */
  name?: string
  /** The user name. Missing without one. */
  username?: string
  /** The type of the account. */
  account_type?: string
  /** The number of published media of the user. */
  media_count?: number
  /** The first name. Without one of its own, the name up to its last word. */
  first_name?: string
  /** The middle name. Missing without one. */
  middle_name?: string
  /** The last name. Without one of its own, the last word of a name of several words. */
  last_name?: string
  /** The short form of the name: the first name. */
  short_name?: string
  /** The order of the names: always the first name before the last. */
  name_format?: string
  /** The email address. Needs the permission email of the user's own token. */
  email?: string
  /** The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size. */
  picture?: ProfilePicture
}

/** The record `TargetingOption`, with any of its fields. */
export type TargetingOption = {
  /** The id of the audience, as targeting takes it. Missing for a country. */
  id: string
  /** The code of the country, as targeting takes it. */
  key?: string
  /** The name of the audience or country. */
  name?: string
  /** The kind of audience in a class, or `country`. */
  type?: string
  /** `true` if there is such an interest. Only the type `adinterestvalid` shows this field. */
  valid?: boolean
  /** The least estimated number of people. */
  audience_size_lower_bound?: number
  /** The greatest estimated number of people. */
  audience_size_upper_bound?: number
  /** The categories above the audience, the widest first. */
  path?: string[]
  /** A short description of the audience. */
  description?: string
  /** The category of an interest below `Interests`. Missing if it has none. */
  topic?: string
  /** Always `false`: the regions of countries are not simulated. */
  supports_region?: boolean
  /** Always `false`: the cities of countries are not simulated. */
  supports_city?: boolean
}

/** The record `Creative`, with any of its fields. */
export type Creative = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The name of the creative. */
  name?: string
  /** The headline of the ad. */
  title?: string
  /** The text of the ad. */
  body?: string
  /** The URL that the ad promotes. */
  object_url?: string
  /** The hash of the image of the ad. */
  image_hash?: string
  /** ACTIVE, or DELETED after the action `deleteCreative`. */
  status?: string
  /** The id of the post that the creative was made from. Missing without one. */
  object_story_id?: string
  /** The id of the post that the ad shows. Missing without one. */
  effective_object_story_id?: string
  /** The description of the post that the ad shows, as it was sent. Missing without one. */
  object_story_spec?: { [name: string]: Json }
  /** The type of the button of the described post, such as LEARN_MORE. Missing without one. */
  call_to_action_type?: string
  /** The parameters that the URLs of the ad get. Missing without them. */
  url_tags?: string
}

/** The record `CustomAudience`, with any of its fields. */
export type CustomAudience = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The name of the audience. */
  name?: string
  /** The description of the audience. Missing without one. */
  description?: string
  /** The kind of audience. */
  subtype?: 'CUSTOM' | 'APP' | 'CLAIM' | 'ENGAGEMENT' | 'LOOKALIKE' | 'OFFLINE_CONVERSION' | 'WEBSITE'
  /** Where the data of its people comes from. Missing if a call did not say so. */
  customer_file_source?: string
  /** The days for which people stay in the audience. Missing if a call did not say so. */
  retention_days?: number
  /** The lower bound of its people: -1, because it has too few. */
  approximate_count_lower_bound?: number
  /** The upper bound of its people: -1, because it has too few. */
  approximate_count_upper_bound?: number
  /** The state for ads. Its code is 200: ads can use the audience. */
  delivery_status?: {
    /** The number of the status. */
    code: number
    /** The status in words. */
    description: string
  }
  /** The state of changes. Its code is 200: no change is under way. */
  operation_status?: {
    /** The number of the status. */
    code: number
    /** The status in words. */
    description: string
  }
  /** When the audience was created, as a Unix time in seconds. */
  time_created?: number
  /** When the audience last changed, as a Unix time in seconds: never after its creation. */
  time_updated?: number
}

/** The record `Album`, with any of its fields. */
export type Album = {
  /** The id of the record. */
  id: string
  /** When the album was made. */
  created_time?: string
  /** When the album was made, or a photo was added to it. */
  updated_time?: string
  /** The title of the album. */
  name?: string
  /** The description of the album. Missing without one. */
  description?: string
  /** The page of the album. */
  from?: Profile
  /** The number of its published photos. */
  count?: number
  /** The same as `count`. */
  photo_count?: number
  /** The newest published photo. Missing without one. */
  cover_photo?: {
    /** The id of the photo. */
    id: string
    /** When the photo was uploaded. */
    created_time: string
    /** The description of the photo. Missing without one. */
    name?: string | undefined
  }
  /** The permanent URL of the album. */
  link?: string
  /** The people who can see the album: always `everyone`. */
  privacy?: string
  /** The kind of album: one that was made. */
  type?: string
  /** Whether the caller can add photos. Only a page token can. */
  can_upload?: boolean
}

/** The record `Lead`, with any of its fields. */
export type Lead = {
  /** The id of the record. */
  id: string
  /** When the form was submitted. */
  created_time?: string
  /**
   * The id of the ad that produced the lead. Missing for an organic or a preview lead, or without
   * advertiser privileges.
   */
  ad_id?: string
  /** The id of the form. */
  form_id?: string
  /** The answers to the questions of the form. */
  field_data?: LeadAnswer[]
  /** The states of the optional check boxes of the disclaimer. */
  custom_disclaimer_responses?: DisclaimerResponse[]
  /** Whether the lead came without an ad. */
  is_organic?: boolean
  /** The name of the ad. Missing if `ad_id` is. */
  ad_name?: string
  /** The id of the ad set of the ad. Missing if `ad_id` is. */
  adset_id?: string
  /** The name of the ad set of the ad. Missing if `ad_id` is. */
  adset_name?: string
  /** The id of the campaign of the ad. Missing if `ad_id` is. */
  campaign_id?: string
  /** The name of the campaign of the ad. Missing if `ad_id` is. */
  campaign_name?: string
  /** Where the lead was submitted, such as `fb`. */
  platform?: string
  /** The name of the partner through which the lead came. Missing without one. */
  partner_name?: string
}

/** The record `Business`, with any of its fields. */
export type Business = {
  /** The id of the record. */
  id: string
  /** The name of the business. */
  name?: string
  /** When the business was created. Missing for one that a business tag or an ad account came with. */
  created_time?: string
  /** When its pages and ad accounts last changed, or else when it was created. */
  updated_time?: string
  /** The same as `updated_time`. */
  extended_updated_time?: string
  /** The person who created the business. It is missing if nobody is known to have done so. */
  created_by?: {
    /** The id of the person. */
    id: string
    /** The name of the person. */
    name: string
    /** The business. */
    business: {
      /** The id of the business. */
      id: string
      /** The name of the business. */
      name: string
    }
  }
  /** The URL of the business. */
  link?: string
  /** Whether the platform has verified the business. */
  verification_status?: 'verified' | 'not_verified'
  /** The URL of the picture: always a silhouette. */
  profile_picture_uri?: string
  /** Whether the business is hidden: never. */
  is_hidden?: boolean
  /** Whether people outside the business may not see its statistics of sales in shops: never. */
  block_offline_analytics?: boolean
  /** The id of the payment method. Missing without one. */
  payment_account_id?: string
  /** The number of the time zone: always 0, for UTC. */
  timezone_id?: number
  /** The kind of business: always `OTHER`. */
  vertical?: string
  /** The number of the kind of business: always 42, for others. */
  vertical_id?: number
}

/** The record `AdImage`, with any of its fields. */
export type AdImage = {
  /** The id of the record. */
  id: string
  /** The id of the ad account that owns the image, without the prefix `act_`. */
  account_id?: string
  /** When the image was uploaded. */
  created_time?: string
  /** The ids of the ad creatives that use the image. */
  creatives?: string[]
  /** The hash that identifies the image within its ad account. */
  hash?: string
  /** The height in pixels. */
  height?: number
  /** Whether an ad uses one of the creatives with the image. */
  is_associated_creatives_in_adgroups?: boolean
  /** The file name, at most 100 characters. */
  name?: string
  /** The height in pixels as uploaded. */
  original_height?: number
  /** The width in pixels as uploaded. */
  original_width?: number
  /** The permanent URL, for creatives with a story. */
  permalink_url?: string
  /** ACTIVE, or DELETED after `deleteAdImage`. */
  status?: 'ACTIVE' | 'DELETED'
  /** When the image last changed. */
  updated_time?: string
  /** A temporary URL of the image. A creative must not use it. */
  url?: string
  /** A temporary URL of a version that fits into 128 by 128 pixels. */
  url_128?: string
  /** The width in pixels. */
  width?: number
}

/** The record `OwnBusiness`, with any of its fields. */
export type OwnBusiness = {
  /** The id of the record. */
  id: string
  /** The roles of the person in the business. */
  permitted_roles?: string[]
  /** The name of the business. */
  name?: string
  /** When the business was created. Missing for one that a business tag or an ad account came with. */
  created_time?: string
  /** When its pages and ad accounts last changed, or else when it was created. */
  updated_time?: string
  /** The same as `updated_time`. */
  extended_updated_time?: string
  /** The person who created the business. It is missing if nobody is known to have done so. */
  created_by?: {
    /** The id of the person. */
    id: string
    /** The name of the person. */
    name: string
    /** The business. */
    business: {
      /** The id of the business. */
      id: string
      /** The name of the business. */
      name: string
    }
  }
  /** The URL of the business. */
  link?: string
  /** Whether the platform has verified the business. */
  verification_status?: 'verified' | 'not_verified'
  /** The URL of the picture: always a silhouette. */
  profile_picture_uri?: string
  /** Whether the business is hidden: never. */
  is_hidden?: boolean
  /** Whether people outside the business may not see its statistics of sales in shops: never. */
  block_offline_analytics?: boolean
  /** The id of the payment method. Missing without one. */
  payment_account_id?: string
  /** The number of the time zone: always 0, for UTC. */
  timezone_id?: number
  /** The kind of business: always `OTHER`. */
  vertical?: string
  /** The number of the kind of business: always 42, for others. */
  vertical_id?: number
}

/** The record `InstagramMedia`, with any of its fields. */
export type InstagramMedia = {
  /** The id of the record. */
  id: string
  /** The text. Missing without one. */
  caption?: string
  /** The description of the image for people who do not see it. Missing without one. */
  alt_text?: string
  /** Where Instagram shows the media. */
  media_product_type?: 'FEED' | 'REELS' | 'STORY'
  /** The number of comments: always 0, because comments of media are not simulated. */
  comments_count?: number
  /** The number of likes: always 0, because likes of media are not simulated. */
  like_count?: number
  /** Whether people can comment. */
  is_comment_enabled?: boolean
  /** The id of the media in the app. */
  ig_id?: string
  /** The kind of media. */
  media_type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  /** The URL of the image or the video; for an album, of its first item. */
  media_url?: string
  /** The account that published it. */
  owner?: {
    /** The id of the account. */
    id: string
  }
  /** The permanent URL. */
  permalink?: string
  /** The last part of a short URL. */
  shortcode?: string
  /** The URL of the still image of a video. Missing for other media. */
  thumbnail_url?: string
  /** When the media was published. */
  timestamp?: string
  /** The user name of the account. */
  username?: string
}

/** The record `Ad`, with any of its fields. */
export type Ad = {
  /** The id of the record. */
  id: string
  /** The actions that are tracked for the ad: its own, or else those of its ad set. */
  tracking_specs?: Json[]
  /**
   * The actions that count as results, by the optimization goal and the promoted object of the ad set.
   * Missing for goals other than APP_INSTALLS, OFFSITE_CONVERSIONS and PAGE_LIKES.
   */
  conversion_specs?: Json[]
  /** How the ad bids, by what its ad set bills and optimizes. Missing if no call said what is billed. */
  bid_type?: 'CPC' | 'CPM' | 'CPA' | 'ABSOLUTE_OCPM'
  /** The id of the app that made the ad. Missing if an action or a copy of a campaign made it. */
  last_updated_by_app_id?: string
  /** The id of the ad set of the ad. */
  adset_id?: string
  /** The ad set of the ad: its id, and the fields that braces select. */
  adset?: {
    /** The id. */
    id: string
  }
  /** The creative that the ad shows. */
  creative?: {
    /** The id of the creative. */
    id: string
  }
  /** The name. */
  name?: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The id of the campaign above it. */
  campaign_id?: string
  /** The campaign above it: its id, and the fields that braces select. */
  campaign?: {
    /** The id. */
    id: string
  }
  /** The status that was set. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** The status that was set; the same as `status`. */
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** The status in effect, which also follows from the objects above, such as CAMPAIGN_PAUSED. */
  effective_status?: string
  /** When it was created. */
  created_time?: string
  /** When it last changed. */
  updated_time?: string
}

/** The record `AdAccount`, with any of its fields. */
export type AdAccount = {
  /** The id of the record. */
  id: string
  /** The id of the payment method. Missing without one. */
  funding_source?: string
  /** The payment method. Missing without one. */
  funding_source_details?: {
    /** The id of the payment method. */
    id: string
    /** The text that people see, such as `Visa *1002`. */
    display_string: string
    /** The kind of method as a number: 1 is a credit card. */
    type: number
  }
  /** The accepted terms, each with 1. Missing without any. */
  tos_accepted?: { [name: string]: number }
  /** Whether the terms of pixels of other sites are accepted. */
  offsite_pixels_tos_accepted?: boolean
  /** The business that owns it. Missing if none does. */
  business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The same as `business`. */
  owner_business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The name of the ad account. */
  name?: string
  /** The ISO 4217 code of the currency of all its amounts. */
  currency?: string
  /** When the ad account was created. */
  created_time?: string
  /** The time zone that bounds its days. */
  timezone_name?: TimezoneName
  /** The number of the time zone at the live service; 0 for `Etc/UTC`. */
  timezone_id?: number
  /** The offset of the time zone from UTC now, in hours. */
  timezone_offset_hours_utc?: number
  /** 1 for an active account, 2 for one that the platform blocked. */
  account_status?: number
  /** The total spend, in subunits of the currency such as cents. */
  amount_spent?: string
  /** The most that the account may spend, in subunits of the currency; `0` if there is no cap. */
  spend_cap?: string
  /**
   * The amount that is not yet paid, in subunits of the currency. Nothing is ever paid, so it is the
   * total spend.
   */
  balance?: string
}

/** The record `Comment`, with any of its fields. */
export type Comment = {
  /** The id of the record. */
  id: string
  /** When the comment was made. */
  created_time?: string
  /** The author. Missing without a page token, unless it is the caller. */
  from?: Profile
  /** The text of the comment. */
  message?: string
  /** The people and pages that the text mentions. */
  message_tags?: ProfileTag[]
  /** The number of pages and people that like the comment. */
  like_count?: number
  /** The number of replies. */
  comment_count?: number
  /** Whether the page or the person of the token likes the comment. */
  user_likes?: boolean
  /** Whether the comment is hidden. Only page tokens read a hidden comment. */
  is_hidden?: boolean
  /** Whether only its author and the page read the comment: never. */
  is_private?: boolean
  /** Whether the page of the token can answer the comment in a message: one of another profile. */
  can_reply_privately?: boolean
  /** Whether the token can hide the comment. A page token can hide the comments of others. */
  can_hide?: boolean
  /** Whether the token can delete the comment. */
  can_remove?: boolean
  /** Whether the token can reply to the comment. A reply gets no replies. */
  can_comment?: boolean
  /** Whether the token can like the comment. */
  can_like?: boolean
  /** The permanent URL of the comment. */
  permalink_url?: string
  /** The attached picture. Missing without one. */
  attachment?: {
    /** The kind of attachment: always `photo`. */
    type: string
    /** The picture. */
    media: {
      /** The picture. */
      image: {
        /** The height in pixels. */
        height: number
        /** The URL of the picture. */
        src: string
        /** The width in pixels. */
        width: number
      }
    }
    /** The thing that the attachment shows. */
    target: {
      /** The id of the picture: that of the comment. */
      id: string
      /** The URL of the picture. */
      url: string
    }
    /** The URL of the picture. */
    url: string
  }
  /** The comment that this one replies to. Missing for a comment on the post itself. */
  parent?: {
    /** The id of the comment. */
    id: string
    /** When the comment was made. */
    created_time: string
    /** The text of the comment. */
    message?: string | undefined
  }
}

/** The record `AdSet`, with any of its fields. */
export type AdSet = {
  /** The id of the record. */
  id: string
  /** The optimization goal of delivery. Missing if none was set. */
  optimization_goal?: string
  /** The bid, in subunits of the account's currency. Missing with automatic bids. */
  bid_amount?: string
  /** The event that is billed, such as IMPRESSIONS. */
  billing_event?: string
  /** The audience, as it was sent. */
  targeting?: { [name: string]: Json }
  /** The budget for a day, in subunits of the account's currency. Missing without one. */
  daily_budget?: string
  /** The budget for the whole run, in subunits of the account's currency. Missing without one. */
  lifetime_budget?: string
  /** When delivery starts. Missing if no start was set. */
  start_time?: string
  /** When delivery ends. Missing if no end was set. */
  end_time?: string
  /** The windows in which an action counts as a result of the ads. */
  attribution_spec?: Json[]
  /** The actions that are tracked for its ads. */
  tracking_specs?: Json[]
  /** The object that the ads promote. Missing without one. */
  promoted_object?: { [name: string]: Json }
  /** How the ad set bids. Missing if a call did not say so. */
  bid_strategy?: string
  /**
   * The budget that is left, in subunits of the account's currency: that of today for a daily budget.
   * `0` without a budget.
   */
  budget_remaining?: string
  /** The name. */
  name?: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The id of the campaign above it. */
  campaign_id?: string
  /** The campaign above it: its id, and the fields that braces select. */
  campaign?: {
    /** The id. */
    id: string
  }
  /** The status that was set. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** The status that was set; the same as `status`. */
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** The status in effect, which also follows from the objects above, such as CAMPAIGN_PAUSED. */
  effective_status?: string
  /** When it was created. */
  created_time?: string
  /** When it last changed. */
  updated_time?: string
}

/** The record `Video`, with any of its fields. */
export type Video = {
  /** The id of the record. */
  id: string
  /** When the video was uploaded. */
  created_time?: string
  /** When the video last changed. */
  updated_time?: string
  /** The title. Missing without one. */
  title?: string
  /** The text of the video. Missing without one. */
  description?: string
  /** Whether everyone sees the video. */
  published?: boolean
  /** When the video will be public, as a Unix time in seconds. Missing without a schedule. */
  scheduled_publish_time?: number
  /** The length in seconds: always 12.5, because bytes of videos are not read. */
  length?: number
  /** The path of the permanent URL. */
  permalink_url?: string
  /** The URL of the video. */
  source?: string
  /** The URL of a still image. */
  picture?: string
  /** The page of the video. */
  from?: Profile
  /** The state: `processing` for ten seconds after the upload, then `ready`. */
  status?: {
    /** The state. */
    video_status: 'processing' | 'ready'
  }
  /** The formats of the video. */
  format?: {
    /** The size that the format fits into, such as `480x480`; `native` is the original. */
    filter: string
    /** The height in pixels. */
    height: number
    /** The width in pixels. */
    width: number
    /** The URL of a still image. */
    picture: string
    /** The HTML that embeds the video. */
    embed_html: string
  }[]
  /** The still images to choose from: one. */
  thumbnails?: {
    /** The still images. */
    data: {
      /** The id of the image. */
      id: string
      /** The height in pixels. */
      height: number
      /** The scale: always 1. */
      scale: number
      /** The URL of the image. */
      uri: string
      /** The width in pixels. */
      width: number
      /** Whether the video shows the image. */
      is_preferred: boolean
    }[]
  }
  /** The HTML that embeds the video. */
  embed_html?: string
  /** Whether other sites can embed the video. */
  embeddable?: boolean
  /** The URL of the icon of videos. */
  icon?: string
  /** The category that the upload named, or `OTHER`. */
  content_category?: string
  /** The people who can see the video: always `EVERYONE`. */
  privacy?: {
    /** The people who can see the video. */
    value: string
    /** The same in words. */
    description: string
    /** Always empty. */
    friends: string
    /** Always empty. */
    networks: string
    /** Always empty. */
    allow: string
    /** Always empty. */
    deny: string
  }
  /** Whether the video came from another page: never. */
  is_crosspost_video?: boolean
  /** Whether other pages can show the video: never. */
  is_crossposting_eligible?: boolean
  /** Whether the video is part of a series: never. */
  is_episode?: boolean
  /** Whether Instagram can promote the video: never. */
  is_instagram_eligible?: boolean
}

/** The record `Photo`, with any of its fields. */
export type Photo = {
  /** The id of the record. */
  id: string
  /** When the photo was uploaded. */
  created_time?: string
  /** When the photo last changed. */
  updated_time?: string
  /** The description of the photo. Missing without one. */
  name?: string
  /** The description for people who cannot see the photo. Missing without one. */
  alt_text?: string
  /** The same as `alt_text`. */
  alt_text_custom?: string
  /** The time that the photo shows instead of its upload. Missing without one. */
  backdated_time?: string
  /** The precision of the backdated time. */
  backdated_time_granularity?: string
  /** The person or the page that uploaded the photo. */
  from?: Profile
  /** The album that the photo was uploaded to. Missing without one. */
  album?: {
    /** The id of the person, the page or the app. */
    id: string
    /** The name of the person, the page or the app. */
    name: string
    /** When the album was made. Only a world with the policy `beyond: 'serve'` has it. */
    created_time?: string | undefined
  }
  /** The height in pixels as uploaded. */
  height?: number
  /** The width in pixels as uploaded. */
  width?: number
  /** The versions of the photo, the largest first. */
  images?: {
    /** The URL of the version. */
    source: string
    /** The width in pixels. */
    width: number
    /** The height in pixels. */
    height: number
  }[]
  /** The versions of the photo in the WebP format, the largest first. */
  webp_images?: {
    /** The URL of the version. */
    source: string
    /** The width in pixels. */
    width: number
    /** The height in pixels. */
    height: number
  }[]
  /** The URL of an icon for photos. */
  icon?: string
  /** The permanent URL of the photo. */
  link?: string
  /** The URL of the smallest version. */
  picture?: string
  /** The URL of the largest version. */
  source?: string
  /** The place. Missing without one. */
  place?: Profile
  /** The id of a post that shows the photo. Missing if there is none that the caller can see. */
  page_story_id?: string
  /** The profile on which the photo was posted. */
  target?: Profile
  /** The position in its album. Missing: positions are not simulated. */
  position?: number
  /** Whether the caller can delete the photo. */
  can_delete?: boolean
  /** Whether the caller can backdate the photo. */
  can_backdate?: boolean
  /** Whether the caller can tag people in the photo. */
  can_tag?: boolean
  /** The people and pages in the photo. Missing without any. */
  name_tags?: {
    /** The id of the person or the page. */
    id: string
    /** The name of the person or the page. Missing if it is unknown. */
    name?: string | undefined
  }[]
}

/** The record `Page`, with any of its fields. */
export type Page = {
  /** The id of the record. */
  id: string
  /** A short text about the page. Missing without one. */
  about?: string
  /** A long text about the page. Missing without one. */
  description?: string
  /** The same as `description`, in HTML. */
  description_html?: string
  /** When the organization was founded, as text. Missing without one. */
  founded?: string
  /** General information about the page. Missing without any. */
  general_info?: string
  /** The phone number. Missing without one. */
  phone?: string
  /** The URL of the website. Missing without one. */
  website?: string
  /** The address. Missing without one. */
  location?: PageLocation
  /** The number of people who checked in at the page. */
  checkins?: number
  /** The same as `checkins`. */
  were_here_count?: number
  /** A sentence with the number of people who checked in. */
  display_subtext?: string
  /** Whether people can check in at the page: if it has an address. */
  can_checkin?: boolean
  /** The number of people who engage with the page. */
  talking_about_count?: number
  /** The name of the brand: that of the page. */
  global_brand_page_name?: string
  /** The id of the root page of the brand: the page itself. */
  global_brand_root_id?: string
  /** When the page began. Missing without a day. */
  start_info?: {
    /** The kind of beginning: always `Unspecified`. */
    type: string
    /** The day. */
    date: {
      /** The year. */
      year: number
      /** The month, from 1. */
      month: number
      /** The day of the month, from 1. */
      day: number
    }
  }
  /** The photo at the top of the page. Missing without one. */
  cover?: {
    /** The id of the photo. */
    id: string
    /** The same as `id`. */
    cover_id: string
    /** The horizontal place of the shown part, in percent. */
    offset_x: number
    /** The vertical place of the shown part, in percent. */
    offset_y: number
    /** The URL of the photo. */
    source: string
  }
  /** The professional Instagram account of the page. Missing without one. */
  instagram_business_account?: {
    /** The id of the account. */
    id: string
  }
  /** The same as `instagram_business_account`. */
  connected_instagram_account?: {
    /** The id of the account. */
    id: string
  }
  /** The business that owns it. Missing if none does. */
  business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The same as `business`. */
  owner_business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The category of the page. Missing without one. */
  category?: string
  /** The category of the page as a list of records. */
  category_list?: {
    /** The id of the category. */
    id: string
    /** The name of the category. */
    name: string
  }[]
  /** The user name, as in URLs. Missing without one. */
  username?: string
  /** The URL of the page. */
  link?: string
  /** The number of people who like the page. */
  fan_count?: number
  /** The number of people who follow the page. */
  followers_count?: number
  /** The number of people who like the page, and a sentence about it. */
  engagement?: {
    /** The number of people who like the page. */
    count: number
    /** A sentence with that number. */
    social_sentence: string
    /** The number as text. */
    count_string?: string | undefined
    /** The number as text, if the reader liked the page too. */
    count_string_with_like?: string | undefined
    /** The number as text, if the reader did not like the page. */
    count_string_without_like?: string | undefined
    /** The sentence, if the reader liked the page too. */
    social_sentence_with_like?: string | undefined
    /** The sentence, if the reader did not like the page. */
    social_sentence_without_like?: string | undefined
  }
  /** Whether the app of the token is installed on the page. */
  is_webhooks_subscribed?: boolean
  /** Whether the page is authentic. */
  verification_status?: 'blue_verified' | 'not_verified'
  /** The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size. */
  picture?: ProfilePicture
  /** The name of the page. */
  name?: string
  /** The page token of the caller. Missing without a task on the page. */
  access_token?: string
}

/** The record `ManagedPage`, with any of its fields. */
export type ManagedPage = {
  /** The id of the record. */
  id: string
  /** A short text about the page. Missing without one. */
  about?: string
  /** A long text about the page. Missing without one. */
  description?: string
  /** The same as `description`, in HTML. */
  description_html?: string
  /** When the organization was founded, as text. Missing without one. */
  founded?: string
  /** General information about the page. Missing without any. */
  general_info?: string
  /** The phone number. Missing without one. */
  phone?: string
  /** The URL of the website. Missing without one. */
  website?: string
  /** The address. Missing without one. */
  location?: PageLocation
  /** The number of people who checked in at the page. */
  checkins?: number
  /** The same as `checkins`. */
  were_here_count?: number
  /** A sentence with the number of people who checked in. */
  display_subtext?: string
  /** Whether people can check in at the page: if it has an address. */
  can_checkin?: boolean
  /** The number of people who engage with the page. */
  talking_about_count?: number
  /** The name of the brand: that of the page. */
  global_brand_page_name?: string
  /** The id of the root page of the brand: the page itself. */
  global_brand_root_id?: string
  /** When the page began. Missing without a day. */
  start_info?: {
    /** The kind of beginning: always `Unspecified`. */
    type: string
    /** The day. */
    date: {
      /** The year. */
      year: number
      /** The month, from 1. */
      month: number
      /** The day of the month, from 1. */
      day: number
    }
  }
  /** The photo at the top of the page. Missing without one. */
  cover?: {
    /** The id of the photo. */
    id: string
    /** The same as `id`. */
    cover_id: string
    /** The horizontal place of the shown part, in percent. */
    offset_x: number
    /** The vertical place of the shown part, in percent. */
    offset_y: number
    /** The URL of the photo. */
    source: string
  }
  /** The professional Instagram account of the page. Missing without one. */
  instagram_business_account?: {
    /** The id of the account. */
    id: string
  }
  /** The same as `instagram_business_account`. */
  connected_instagram_account?: {
    /** The id of the account. */
    id: string
  }
  /** The business that owns it. Missing if none does. */
  business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The same as `business`. */
  owner_business?: {
    /** The id of the business. */
    id: string
    /** The name of the business. */
    name: string
  }
  /** The category of the page. Missing without one. */
  category?: string
  /** The category of the page as a list of records. */
  category_list?: {
    /** The id of the category. */
    id: string
    /** The name of the category. */
    name: string
  }[]
  /** The user name, as in URLs. Missing without one. */
  username?: string
  /** The URL of the page. */
  link?: string
  /** The number of people who like the page. */
  fan_count?: number
  /** The number of people who follow the page. */
  followers_count?: number
  /** The number of people who like the page, and a sentence about it. */
  engagement?: {
    /** The number of people who like the page. */
    count: number
    /** A sentence with that number. */
    social_sentence: string
    /** The number as text. */
    count_string?: string | undefined
    /** The number as text, if the reader liked the page too. */
    count_string_with_like?: string | undefined
    /** The number as text, if the reader did not like the page. */
    count_string_without_like?: string | undefined
    /** The sentence, if the reader liked the page too. */
    social_sentence_with_like?: string | undefined
    /** The sentence, if the reader did not like the page. */
    social_sentence_without_like?: string | undefined
  }
  /** Whether the app of the token is installed on the page. */
  is_webhooks_subscribed?: boolean
  /** Whether the page is authentic. */
  verification_status?: 'blue_verified' | 'not_verified'
  /** The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size. */
  picture?: ProfilePicture
  /** The name of the page. */
  name?: string
  /** The page token of the person. */
  access_token?: string
  /** The tasks of the person on the page. */
  tasks?: ('CREATE_CONTENT' | 'MANAGE' | 'MODERATE' | 'ADVERTISE')[]
}

/** The record `Campaign`, with any of its fields. */
export type Campaign = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The id of the ad strategy. Missing without one. */
  ad_strategy_id?: string
  /** The labels of the campaign. */
  adlabels?: Json[]
  /** The bid strategy. Missing with automatic bids. */
  bid_strategy?: string
  /** The id of the boosted object. Missing without one. */
  boosted_object_id?: string
  /** The automated brand lift studies. */
  brand_lift_studies?: Json[]
  /** Whether daily budgets of ad sets are rebalanced. Deprecated from version 7.0. */
  budget_rebalance_flag?: boolean
  /** The rest of the budget, in subunits of the account's currency. */
  budget_remaining?: string
  /** The buying type, which all ad sets match. */
  buying_type?: string
  /** Whether a new automated brand lift study can be created. */
  can_create_brand_lift_study?: boolean
  /** Whether a spend cap can be set. */
  can_use_spend_cap?: boolean
  /** The status that was set; the same as `status`. */
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** When the campaign was created. */
  created_time?: string
  /** The budget for a day, in subunits of the account's currency. Missing without one. */
  daily_budget?: string
  /** The status in effect: also WITH_ISSUES, and from version 4.0 IN_PROCESS. */
  effective_status?: string
  /** Whether the campaign uses the attribution framework of iOS 14 and above. */
  is_ios_network_attribution?: boolean
  /** The problems of delivery. */
  issues_info?: Issue[]
  /** The split test configurations, as sent. */
  iterative_split_test_configs?: Json[]
  /** When the budget last moved between the campaign and its ad sets. Missing if it never did. */
  last_budget_toggling_time?: string
  /** The budget for the whole run, in subunits of the account's currency. Missing without one. */
  lifetime_budget?: string
  /** The name of the campaign. */
  name?: string
  /** The objective. Missing if none was set. */
  objective?: string
  /** The pacing options: `standard`. */
  pacing_type?: string[]
  /** The object that all ads of the campaign promote. Missing without one. */
  promoted_object?: { [name: string]: Json }
  /** The recommendations for the campaign. Missing without any. */
  recommendations?: { [name: string]: Json }
  /** The campaign from which this one was copied. Missing for no copy. */
  source_campaign?: {
    /** The id of the source campaign. */
    id: string
    /** The name of the source campaign. */
    name: string
  }
  /** The id of the campaign from which this one was copied. Missing for no copy. */
  source_campaign_id?: string
  /** The special ad categories. */
  special_ad_categories?: string[]
  /** The single category of versions before 7.0. */
  special_ad_category?: string
  /** The countries of the special ad categories, as ISO 3166 codes. */
  special_ad_category_country?: string[]
  /** The most that the campaign may spend, in subunits of the account's currency. Missing without a cap. */
  spend_cap?: string
  /** When the first ad set starts. Missing if no start was set. */
  start_time?: string
  /** The status that was set. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  /** When the last ad set ends. Missing if no end was set. */
  stop_time?: string
  /** The id of the topline. Missing without one. */
  topline_id?: string
  /** When the campaign last changed. */
  updated_time?: string
  /** The upstream events, as sent. */
  upstream_events?: { [name: string]: Json }
}

/** The record `Insight`, with any of its fields. */
export type Insight = {
  /** The id of the record. */
  id: string
  /** The id of the ad account, without the prefix `act_`. */
  account_id?: string
  /** The name of the ad account. */
  account_name?: string
  /** The ISO 4217 code of the currency of the amounts. */
  account_currency?: string
  /** The id of the campaign. Missing at the level of accounts. */
  campaign_id?: string
  /** The name of the campaign. Missing at the level of accounts. */
  campaign_name?: string
  /** The id of the ad set. Missing above the level of ad sets. */
  adset_id?: string
  /** The name of the ad set. Missing above the level of ad sets. */
  adset_name?: string
  /** The id of the ad. Missing above the level of ads. */
  ad_id?: string
  /** The name of the ad. Missing above the level of ads. */
  ad_name?: string
  /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
  objective?: string
  /** The buying type of the campaign. Missing at the level of accounts. */
  buying_type?: string
  /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
  optimization_goal?: string
  /** The number of times that ads were shown, as text. */
  impressions?: string
  /**
   * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
   * twice.
   */
  reach?: string
  /** The impressions for each person who was reached. */
  frequency?: string
  /** The number of clicks, as text. */
  clicks?: string
  /** The clicks for 100 impressions. */
  ctr?: string
  /** The cost in units of the currency, such as `12.34`. */
  spend?: string
  /** The cost of a click. */
  cpc?: string
  /** The cost of 1,000 impressions. */
  cpm?: string
  /** The cost of reaching 1,000 people. */
  cpp?: string
  /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
  wish_bid?: string
  /** The number of actions of each type. Missing without actions. */
  actions?: {
    /** The type of the actions. */
    action_type: string
    /** The number or the amount, as text. */
    value: string
  }[]
  /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
  action_values?: {
    /** The type of the actions. */
    action_type: string
    /** The number or the amount, as text. */
    value: string
  }[]
  /** The cost of an action of each type. Missing without actions. */
  cost_per_action_type?: {
    /** The type of the actions. */
    action_type: string
    /** The number or the amount, as text. */
    value: string
  }[]
  /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
  purchase_roas?: {
    /** The type of the actions. */
    action_type: string
    /** The number or the amount, as text. */
    value: string
  }[]
  /** The number of actions `link_click`, as text. */
  inline_link_clicks?: string
  /** The actions `link_click` for 100 impressions. */
  inline_link_click_ctr?: string
  /** The cost of an action `link_click`. */
  cost_per_inline_link_click?: string
  /** The number of actions `post_engagement`, as text. */
  inline_post_engagement?: string
  /** The first day, as `YYYY-MM-DD`. */
  date_start?: string
  /** The last day, included, as `YYYY-MM-DD`. */
  date_stop?: string
  /** The age group. Present with its breakdown. */
  age?: string
  /** The gender. Present with its breakdown. */
  gender?: string
  /** The country. Present with its breakdown. */
  country?: string
  /** The region. Present with its breakdown. */
  region?: string
  /** The platform that showed the ad. Present with its breakdown. */
  publisher_platform?: string
  /** The place on the platform. Present with its breakdown. */
  platform_position?: string
  /** The device that showed the ad. Present with its breakdown. */
  impression_device?: string
  /** The kind of device. Present with its breakdown. */
  device_platform?: string
}

/** The record `Post`, with any of its fields. */
export type Post = {
  /** The id of the record. */
  id: string
  /** The URL of a picture, the same as `full_picture`. Missing without a picture. */
  picture?: string
  /** The status of the promotion: always `inactive`, because nothing promotes posts. */
  promotion_status?: string
  /** Whether the timeline of the page shows the post: `normal`, `hidden`, or why there is none. */
  timeline_visibility?: string
  /** Whether the carousel of the post ends with a card of the page. Missing for other posts. */
  multi_share_end_card?: boolean
  /** Whether the service may order the items of the carousel in an ad. Missing for other posts. */
  multi_share_optimized?: boolean
  /** Whether Instagram can promote the post. */
  is_instagram_eligible?: boolean
  /**
   * The comments on the post. Modifiers as in
   * `comments.limit(3).order(reverse_chronological).summary(true)` are parameters of the edge.
   */
  comments?: List<{
    /** The id of the record. */
    id: string
    /** When the comment was made. */
    created_time?: string
    /** The author. Missing without a page token, unless it is the caller. */
    from?: Profile
    /** The text of the comment. */
    message?: string
    /** The people and pages that the text mentions. */
    message_tags?: ProfileTag[]
    /** The number of pages and people that like the comment. */
    like_count?: number
    /** The number of replies. */
    comment_count?: number
    /** Whether the page or the person of the token likes the comment. */
    user_likes?: boolean
    /** Whether the comment is hidden. Only page tokens read a hidden comment. */
    is_hidden?: boolean
    /** Whether only its author and the page read the comment: never. */
    is_private?: boolean
    /**
     * Whether the page of the token can answer the comment in a message: one of another
     * profile.
     */
    can_reply_privately?: boolean
    /** Whether the token can hide the comment. A page token can hide the comments of others. */
    can_hide?: boolean
    /** Whether the token can delete the comment. */
    can_remove?: boolean
    /** Whether the token can reply to the comment. A reply gets no replies. */
    can_comment?: boolean
    /** Whether the token can like the comment. */
    can_like?: boolean
    /** The permanent URL of the comment. */
    permalink_url?: string
    /** The attached picture. Missing without one. */
    attachment?: {
      /** The kind of attachment: always `photo`. */
      type: string
      /** The picture. */
      media: {
        /** The picture. */
        image: {
          /** The height in pixels. */
          height: number
          /** The URL of the picture. */
          src: string
          /** The width in pixels. */
          width: number
        }
      }
      /** The thing that the attachment shows. */
      target: {
        /** The id of the picture: that of the comment. */
        id: string
        /** The URL of the picture. */
        url: string
      }
      /** The URL of the picture. */
      url: string
    }
    /** The comment that this one replies to. Missing for a comment on the post itself. */
    parent?: {
      /** The id of the comment. */
      id: string
      /** When the comment was made. */
      created_time: string
      /** The text of the comment. */
      message?: string | undefined
    }
  }> & {
    /** The totals of the list. Present only if the read asks for them. */
    summary?:
      | {
          /** The number of all comments on the post. */
          total_count: number
          /**
           * The order of the comments. Missing with `summary=total_count`, like the
           * other members.
           */
          order?: 'chronological' | 'reverse_chronological' | undefined
          /** Whether the caller can comment. */
          can_comment?: boolean | undefined
        }
      | undefined
  }
  /** The likes of the post. Modifiers as in `likes.limit(3).summary(true)` are parameters of the edge. */
  likes?: List<{
    /** The id of the record. */
    id: string
    /**
     * The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)`
     * choose its size.
     */
    picture?: {
      /** The picture. */
      data: {
        /** The height in pixels. */
        height: number
        /**
         * Whether it stands for a profile picture that does not
         * exist.
         */
        is_silhouette: boolean
        /** The URL of the picture. */
        url: string
        /** The width in pixels. */
        width: number
      }
    }
    /** Whether the profile is a page or a person. */
    profile_type?: 'user' | 'page'
    /** Whether the token can post on the profile: the token of a page, on its page. */
    can_post?: boolean
    /** The URL of the picture, at least 100 pixels wide. */
    pic?: string
    /** The URL of the large picture. */
    pic_large?: string
    /** The URL of the small picture. */
    pic_small?: string
    /** The URL of the square picture. */
    pic_square?: string
    /** The part of the picture to show: all of it. */
    pic_crop?: {
      /** The width in pixels. */
      width: number
      /** The height in pixels. */
      height: number
      /** The left edge, as a part of the width. */
      left: number
      /** The top edge, as a part of the height. */
      top: number
      /** The right edge, as a part of the width. */
      right: number
      /** The bottom edge, as a part of the height. */
      bottom: number
      /** The URL of the picture. */
      url: string
    }
    /** The name of the person who likes the post. */
    name?: string
  }> & {
    /** The totals of the list. Present only if the read asks for them. */
    summary?:
      | {
          /** The number of all likes of the post. */
          total_count: number
          /**
           * Whether the caller can like the post. Missing with
           * `summary=total_count`.
           */
          can_like?: boolean | undefined
          /** Whether the caller likes the post. Missing with `summary=total_count`. */
          has_liked?: boolean | undefined
        }
      | undefined
  }
  /**
   * All reactions to the post. Modifiers as in `reactions.limit(3).summary(true)` are parameters of the
   * edge.
   */
  reactions?: List<{
    /** The id of the record. */
    id: string
    /** The type of the reaction. */
    type?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE'
    /**
     * The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)`
     * choose its size.
     */
    picture?: {
      /** The picture. */
      data: {
        /** The height in pixels. */
        height: number
        /**
         * Whether it stands for a profile picture that does not
         * exist.
         */
        is_silhouette: boolean
        /** The URL of the picture. */
        url: string
        /** The width in pixels. */
        width: number
      }
    }
    /** Whether the profile is a page or a person. */
    profile_type?: 'user' | 'page'
    /** Whether the token can post on the profile: the token of a page, on its page. */
    can_post?: boolean
    /** The URL of the picture, at least 100 pixels wide. */
    pic?: string
    /** The URL of the large picture. */
    pic_large?: string
    /** The URL of the small picture. */
    pic_small?: string
    /** The URL of the square picture. */
    pic_square?: string
    /** The part of the picture to show: all of it. */
    pic_crop?: {
      /** The width in pixels. */
      width: number
      /** The height in pixels. */
      height: number
      /** The left edge, as a part of the width. */
      left: number
      /** The top edge, as a part of the height. */
      top: number
      /** The right edge, as a part of the width. */
      right: number
      /** The bottom edge, as a part of the height. */
      bottom: number
      /** The URL of the picture. */
      url: string
    }
    /** The name of the person who likes the post. */
    name?: string
  }> & {
    /** The totals of the list. Present only if the read asks for them. */
    summary?:
      | {
          /**
           * The number of all reactions, or of those of the type that the read
           * names.
           */
          total_count: number
          /**
           * The reaction of the page or the person of the token; NONE without one.
           * Missing with `summary=total_count`.
           */
          viewer_reaction?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | 'NONE' | undefined
        }
      | undefined
  }
  /** The action links on the post, such as those to comment and to like. */
  actions?: {
    /** The name of the action, such as `Like`. */
    name: string
    /** The URL of the action. */
    link: string
  }[]
  /**
   * The user who made the post. Needs a page token and business_management; missing if the page has one
   * administrator.
   */
  admin_creator?: {
    /** The id of the user, as a number. */
    id: number
    /** The name of the user. */
    name: string
  }
  /** The only objectives under which the post can be advertised. Missing without such limits. */
  allowed_advertising_objects?: string
  /** The app that published the post. Missing if none did. */
  application?: Profile
  /** The attached link, photos or video. Missing without any. */
  attachments?: {
    /** The attachments in their order. */
    data: {
      /** The kind of attachment, such as `photo`, `share` or `album`. */
      type: string
      /** The URL that the attachment leads to. */
      url: string
      /** The title of the attachment. Missing without one. */
      title?: string | undefined
      /** The text of the attachment. Missing without one. */
      description?: string | undefined
      /** The picture of the attachment. Missing without one. */
      media?:
        | {
            /** The image of the attachment. */
            image: {
              /** The URL of the image. */
              src: string
              /**
               * The width in pixels. Missing if it is
               * unknown.
               */
              width?: number | undefined
              /**
               * The height in pixels. Missing if it is
               * unknown.
               */
              height?: number | undefined
            }
          }
        | undefined
      /**
       * The attached object. For a link to another site, only a world with the
       * policy `beyond: 'serve'` has it.
       */
      target?:
        | {
            /** The URL of the object. */
            url: string
            /** The id of the object. Missing for a link to another site. */
            id?: string | undefined
          }
        | undefined
      /**
       * `photo`, `album`, `video` or `link`, if the read names it. Only a world
       * with the policy `beyond: 'serve'` has it.
       */
      media_type?: 'link' | 'photo' | 'album' | 'video' | undefined
      /**
       * The URL without a redirect, if the read names it. Only a world with the
       * policy `beyond: 'serve'` has it.
       */
      unshimmed_url?: string | undefined
      /**
       * The people and pages that the text mentions. Missing without any. Only a
       * world with the policy `beyond: 'serve'` has it.
       */
      description_tags?: ProfileTag[] | undefined
      /** The items of an album or of a carousel. Missing for a single attachment. */
      subattachments?:
        | {
            /** The items in their order. */
            data: {
              /**
               * The kind of attachment, such as `photo`,
               * `share` or `album`.
               */
              type: string
              /** The URL that the attachment leads to. */
              url: string
              /**
               * The title of the attachment. Missing without
               * one.
               */
              title?: string | undefined
              /**
               * The text of the attachment. Missing without
               * one.
               */
              description?: string | undefined
              /**
               * The picture of the attachment. Missing
               * without one.
               */
              media?:
                | {
                    /** The image of the attachment. */
                    image: {
                      /**
                       * The URL of the
                       * image.
                       */
                      src: string
                      /**
                       * The width in
                       * pixels. Missing
                       * if it is
                       * unknown.
                       */
                      width?: number | undefined
                      /**
                       * The height in
                       * pixels. Missing
                       * if it is
                       * unknown.
                       */
                      height?: number | undefined
                    }
                  }
                | undefined
              /**
               * The attached object. For a link to another
               * site, only a world with the policy `beyond:
               * 'serve'` has it.
               */
              target?:
                | {
                    /** The URL of the object. */
                    url: string
                    /**
                     * The id of the object. Missing
                     * for a link to another site.
                     */
                    id?: string | undefined
                  }
                | undefined
              /**
               * `photo`, `album`, `video` or `link`, if the
               * read names it. Only a world with the policy
               * `beyond: 'serve'` has it.
               */
              media_type?: 'link' | 'photo' | 'album' | 'video' | undefined
              /**
               * The URL without a redirect, if the read
               * names it. Only a world with the policy
               * `beyond: 'serve'` has it.
               */
              unshimmed_url?: string | undefined
            }[]
          }
        | undefined
    }[]
  }
  /** The backdated time, in the form that the policy `postTimes` sets; null on a regular post. */
  backdated_time?: null | string | number
  /** The button of the post. Missing without one. */
  call_to_action?: {
    /** The kind of button. */
    type: string
    /** The link and other data of the button, as sent. */
    value?: { [name: string]: Json } | undefined
  }
  /** The button of the post, the same as `call_to_action`. */
  context?: {
    /** The kind of button. */
    type: string
    /** The link and other data of the button, as sent. */
    value?: { [name: string]: Json } | undefined
  }
  /** Whether the caller can reply privately. Needs read_page_mailboxes. */
  can_reply_privately?: boolean
  /** The items of a carousel. Missing for other posts. */
  child_attachments?: (ChildAttachment & {
    /**
     * The id of the item: that of its post, and its place. No call reads it. Only a world
     * with the policy `beyond: 'serve'` has it.
     */
    id?: string | undefined
    /**
     * The text below the title: always empty. Only a world with the policy `beyond: 'serve'`
     * has it.
     */
    caption?: string | undefined
    /** The button of the item. Only a world with the policy `beyond: 'serve'` has it. */
    call_to_action?:
      | {
          /** The kind of button: that of the post, or `NO_BUTTON`. */
          type: string
          /** What the button leads to. */
          value: {
            /** The URL of the item. */
            link: string
            /** The title of the item. Missing without one. */
            link_title?: string | undefined
          }
        }
      | undefined
  })[]
  /**
   * When the post was first published, or the time of a life event, in the form that the policy
   * `postTimes` sets.
   */
  created_time?: string | number
  /** Who sees the post in their news feed. Missing without limits. */
  feed_targeting?: FeedTargeting
  /** The author. With a user token, missing unless it is the caller. */
  from?: Profile
  /** The URL of the picture, at most 720 pixels on its largest side. Missing without a picture. */
  full_picture?: string
  /** The URL of an icon for the type of the post. */
  icon?: string
  /** Whether the partner photo app can promote the post, or the reason why not. */
  photoapp_eligibility?: PhotoappEligibility
  /** Whether the post can be promoted. */
  is_eligible_for_promotion?: boolean
  /** Whether the post has expired. */
  is_expired?: boolean
  /** Whether the timeline of the page hides the post. Missing for posts of others. */
  is_hidden?: boolean
  /** Whether the partner photo app can promote the post. */
  is_photoapp_eligible?: string
  /** Whether the actions on the post are a large share of its reach. */
  is_popular?: boolean
  /** Whether the post is published: `false` for unpublished and scheduled posts. */
  is_published?: boolean
  /** Whether the video of the post is spherical. */
  is_spherical?: boolean
  /** The text of the post. Missing without one. */
  message?: string
  /** The people and pages that the text mentions. */
  message_tags?: ProfileTag[]
  /** The id of the post that this one shares or tells about. Missing without one. */
  parent_id?: string
  /** The permanent URL of the post. */
  permalink_url?: string
  /** The page id of the location. Missing without one. */
  place?: string
  /** Who can see the post. */
  privacy?: Privacy
  /** The id to use to promote the post: usually that of the post. */
  promotable_id?: string
  /** The properties of the attached video. Missing without a video. */
  properties?: VideoProperties
  /**
   * When the post will be published, as a Unix time in seconds. The contract spells the name so. Missing
   * without a schedule.
   */
  sheduled_publish_time?: number
  /** When the post will be published, as a Unix time in seconds. Missing without a schedule. */
  scheduled_publish_time?: number
  /** The shares of the post. Their count may include deleted posts. */
  shares?: {
    /** The number of shares. */
    count: number
  }
  /** The type of the status. */
  status_type?:
    | 'added_photos'
    | 'added_video'
    | 'app_created_story'
    | 'approved_friend'
    | 'created_event'
    | 'created_group'
    | 'created_note'
    | 'mobile_status_update'
    | 'published_story'
    | 'shared_story'
    | 'tagged_in_photo'
    | 'wall_post'
  /**
   * The text of a story that no person wrote. Missing for other posts, or if the app has not enabled
   * stories of activities.
   */
  story?: string
  /** The people and pages that the story mentions. */
  story_tags?: ProfileTag[]
  /** Whether the person of the token is subscribed to the post. */
  subscribed?: boolean
  /** Who can see the post at all. Missing without limits. */
  targeting?: Targeting
  /** The pages that uploads of its photos named as sponsors. Missing without any. */
  sponsor_tags?: {
    /** The pages. */
    data: Profile[]
  }
  /** The people and pages that the post mentions or addresses. Missing without any. */
  to?: {
    /** The people and pages. With a user token, only the caller. */
    data: Profile[]
  }
  /** When the post was made, edited or commented last, in the form that the policy `postTimes` sets. */
  updated_time?: string | number
  /** The reasons why video buying options cannot promote the post; empty if they can. */
  video_buying_eligibility?: string[]
}

/** Where a page of a list begins or ends. */
export type PageCursors = {
  /** The cursor after which the page begins: `paging.cursors.after` of the page before it. */
  after?: string | undefined
  /** The cursor before which the page ends: `paging.cursors.before` of the page after it. */
  before?: string | undefined
}

/** Which fields of a record are read. */
export type SelectedFields = {
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPagePhotos`. */
export type ListPagePhotosParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /**
     * Which photos to list: profile pictures, photos that tag the page, or photos that it uploaded.
     * Default: `"profile"`.
     */
    type?: 'uploaded' | 'tagged' | 'profile' | undefined
    /** Lists only photos with this business tag. A 64-bit integer (beyond 2^53 as a string). */
    biz_tag_id?: string | number | undefined
    /** The business of the tag. It assists filters, and selects nothing by itself. */
    business_id?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `uploadPagePhoto`. */
export type UploadPagePhotoParams = SelectedFields & {
  /** True if the user chose the tags. No effect. Default: `false`. */
  user_selected_tags?: boolean | undefined | 0 | 1
  /** True if the user set the privacy by hand. No effect. Default: `false`. */
  manual_privacy?: boolean | undefined | 0 | 1
  /**
   * The number of attempts to upload the photo. A 64-bit integer (beyond 2^53 as a string). Default:
   * `0`.
   */
  attempt?: string | number | undefined
  /**
   * An id that the client gave the photo while offline. A 64-bit integer (beyond 2^53 as a string).
   * Default: `0`.
   */
  offline_id?: string | number | undefined
  /** Unused. A 64-bit integer (beyond 2^53 as a string). Default: `-1`. */
  filter_type?: string | number | undefined
  /** True if a version in full resolution follows. No effect. Default: `false`. */
  full_res_is_coming_later?: boolean | undefined | 0 | 1
  /** A flag that the description does not explain. No effect. Default: `false`. */
  audience_exp?: boolean | undefined | 0 | 1
  /**
   * A number that allows the sponsor to boost the photo directly. No effect. A 64-bit integer (beyond
   * 2^53 as a string).
   */
  direct_share_status?: string | number | undefined
  /** The id of the page to tag as sponsor. `sponsor_tags` of the post shows it, beyond the description. */
  sponsor_id?: string | number | undefined
  /** The kind of relationship with the sponsor. A 64-bit integer (beyond 2^53 as a string). */
  sponsor_relationship?: string | number | undefined
  /** The id of an open graph action type. */
  og_action_type_id?: string | undefined
  /** The id of an open graph icon. */
  og_icon_id?: string | undefined
  /** The id or the URL of an open graph object. */
  og_object_id?: string | undefined
  /** The phrase of an open graph action. */
  og_phrase?: string | undefined
  /** The mechanism that suggested the open graph action. */
  og_suggestion_mechanism?: string | undefined
  /** True if the open graph action sets a profile badge. No effect. Default: `false`. */
  og_set_profile_badge?: boolean | undefined | 0 | 1
  /** A flag about the location. No effect. */
  is_explicit_location?: boolean | undefined | 0 | 1
  /** A flag about the place. No effect. */
  is_explicit_place?: boolean | undefined | 0 | 1
  /** A flag about visual search. No effect. */
  is_visual_search?: boolean | undefined | 0 | 1
  /** The id of the page, or the set of pages, with the location. */
  location_source_id?: string | number | undefined
  /** The id in an app store of the app with the native share dialog. Text that is not empty. */
  application_id?: string | undefined
  /** The bundle id of the client on iOS. */
  ios_bundle_id?: string | undefined
  /** The key hash of the client on Android. */
  android_key_hash?: string | undefined
  /** The session of the client's composer. */
  composer_session_id?: string | undefined
  /** A session of the client. */
  qn?: string | undefined
  /** A module of the client. Only internal apps may send it. */
  nectar_module?: string | undefined
  /** The id of the app on whose behalf the client acts. */
  proxied_app_id?: string | number | undefined
  /** The time since the original post. A 64-bit integer (beyond 2^53 as a string). */
  time_since_original_post?: string | number | undefined
  /** The id of a legacy album. Deprecated. */
  aid?: string | undefined
  /** The id of a profile. Deprecated. A 64-bit integer (beyond 2^53 as a string). */
  profile_id?: string | number | undefined
  /** The id of a user. Deprecated. A 64-bit integer (beyond 2^53 as a string). */
  uid?: string | number | undefined
  /**
   * The URL of an image on the web. Either this, a file or `vault_image_id` is required, and only one.
   * An absolute http or https URL.
   */
  url?: string | undefined
  /** The id of an image in the vault. Excludes `url` and a file. */
  vault_image_id?: string | number | undefined
  /**
   * `false` uploads the photo without publishing it; it is deleted after about 24 hours. Default:
   * `true`.
   */
  published?: boolean | undefined | 0 | 1
  /** `true` for an unpublished photo that a scheduled post will use. Default: `false`. */
  temporary?: boolean | undefined | 0 | 1
  /** When the photo is published. Requires `published: false`. A Unix time in whole seconds. */
  scheduled_publish_time?: string | number | undefined
  /** The kind of unpublished content. */
  unpublished_content_type?:
    | 'PUBLISHED'
    | 'SCHEDULED'
    | 'SCHEDULED_RECURRING'
    | 'DRAFT'
    | 'ADS_POST'
    | 'INLINE_CREATED'
    | 'REVIEWABLE_BRANDED_CONTENT'
    | undefined
  /** The description of the photo; emoji are allowed. */
  caption?: string | undefined
  /** The description of the photo. Deprecated: use `caption`. */
  message?: string | undefined
  /** The description of the photo. Deprecated: use `caption`. */
  name?: string | undefined
  /** The description for people who cannot see the photo. */
  alt_text_custom?: string | undefined
  /**
   * The time that the photo shows instead of its upload. An ISO 8601 time with an offset, a date
   * YYYY-MM-DD, or a Unix time in seconds.
   */
  backdated_time?: string | number | undefined
  /** The precision of the backdated time. Default: `"none"`. */
  backdated_time_granularity?: 'day' | 'year' | 'month' | 'hour' | 'min' | 'none' | undefined
  /** Who can see the photo: at most the level that the person granted the app, which is the default. */
  privacy?:
    | string
    | {
        /** The level. It must not be more open than the level that the person granted the app. */
        value: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF'
        /** The ids of those who can see it, between commas; for CUSTOM. */
        allow?: string | undefined
        /** The ids of those who cannot see it, between commas; for CUSTOM. */
        deny?: string | undefined
        /** Which friends can see it; for CUSTOM. */
        friends?: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'SOME_FRIENDS' | undefined
        /** The level in words. */
        description?: string | undefined
      }
    | undefined
  /** The page id of a place. */
  place?: string | number | undefined
  /** The people and pages in the photo. Default: `[]`. */
  tags?:
    | string
    | readonly (
        | string
        | {
            /** The id of the person or the page. */
            tag_uid?: string | number | undefined
            /** A name, for someone without an id. */
            tag_text?: string | undefined
            /** The distance from the left edge, in percent of the width. A number from 0 to 100. */
            x?: string | number | undefined
            /** The distance from the top edge, in percent of the height. A number from 0 to 100. */
            y?: string | number | undefined
          }
      )[]
    | undefined
  /** Who can see the photo at all. */
  targeting?:
    | string
    | {
        /** The least age. */
        age_min?: unknown
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
      }
    | undefined
  /** Who sees the photo in their news feed. */
  feed_targeting?:
    | string
    | {
        /** The greatest age: at most 65. An integer from 0 to 65. */
        age_max?: string | number | undefined
        /** The least age: 13 or more; 0 sets no limit. 0 or an integer of 13 or more. */
        age_min?: string | number | undefined
        /** The years of graduation. A list: an integer. */
        college_years?: string | readonly (string | number)[] | undefined
        /**
         * The levels of education: 1 high school, 2 undergraduate, 3 alum. A list: an integer
         * from 1 to 3.
         */
        education_statuses?: string | readonly (string | number)[] | undefined
        /** The genders: 1 male, 2 female. Both, if left out. A list: an integer from 1 to 2. */
        genders?: string | readonly (string | number)[] | undefined
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
        /** The ids of pages of interests. A list: an integer. */
        interests?: string | readonly (string | number)[] | undefined
        /** The ids of locales. A list: an integer. */
        locales?: string | readonly (string | number)[] | undefined
        /**
         * The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. All, if left
         * out. A list: an integer from 1 to 4.
         */
        relationship_statuses?: string | readonly (string | number)[] | undefined
      }
    | undefined
  /** Whether to show the photo as spherical, if it is one. Default: `false`. */
  allow_spherical_photo?: boolean | undefined | 0 | 1
  /** The parameters of a spherical photo, instead of those in the file. A JSON object. */
  spherical_metadata?: string | { [name: string]: unknown } | undefined
  /** The first view of a spherical photo: its heading in degrees. An integer from 0 to 360. */
  initial_view_heading_override_degrees?: string | number | undefined
  /** The first view of a spherical photo: its pitch in degrees. An integer from -90 to 90. */
  initial_view_pitch_override_degrees?: string | number | undefined
  /**
   * The first view of a spherical photo: its vertical field of view in degrees. An integer from 60 to
   * 120.
   */
  initial_view_vertical_fov_override_degrees?: string | number | undefined
  /** Whether to publish the photo without a post about it. Default: `false`. */
  no_story?: boolean | undefined | 0 | 1
  /** Must not be sent. */
  target_id?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readPhoto`. */
export type ReadPhotoParams = SelectedFields & {
  /** The id of the photo in the path. */
  photo: string
}

/** The parameters of `deletePhoto`. */
export type DeletePhotoParams = SelectedFields & {
  /** The id of the photo in the path. */
  photo: string
}

/** The parameters of `listUserPhotos`. */
export type ListUserPhotosParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** Which photos to list: those that tag the person, or those that they uploaded. Default: `"tagged"`. */
    type?: 'uploaded' | 'tagged' | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `listPageFeed`. */
export type ListPageFeedParams = PageCursors &
  SelectedFields & {
    /** Lists only published or only unpublished posts. */
    is_published?: boolean | undefined | 0 | 1
    /**
     * Lists only posts of this time or later, in a world with the policy `beyond: 'serve'`. An ISO 8601
     * time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
     */
    since?: string | number | undefined
    /**
     * Lists only posts of this time or earlier, in a world with the policy `beyond: 'serve'`. An ISO 8601
     * time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
     */
    until?: string | number | undefined
    /** The most posts on a page of the list. An integer from 1 to 100: stay within 100. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `publishPost`. */
export type PublishPostParams = SelectedFields & {
  /** The text of the post; `@[page-id]` mentions a page. Either this or `link` is required. */
  message?: string | undefined
  /** The URL to attach. The app and the caller must be able to see it. An absolute http or https URL. */
  link?: string | undefined
  /** The text of the link preview, instead of that of the linked page. */
  description?: string | undefined
  /** The title of the link preview, instead of that of the linked page. */
  name?: string | undefined
  /** The image of the link preview, instead of that of the linked page. An absolute http or https URL. */
  picture?: string | undefined
  /** The id of a photo of the caller to show as thumbnail. */
  object_attachment?: string | number | undefined
  /** The action links on the post. Excluded by `published: false`. Default: `[]`. */
  actions?:
    | string
    | readonly (
        | string
        | {
            /** The URL of the action. An absolute http or https URL. */
            link: string
            /** The name of the action. Text that is not empty. */
            name: string
          }
      )[]
    | undefined
  /**
   * A time in the past that the post shows instead of its own. A Unix time in seconds or an ISO 8601
   * time with an offset.
   */
  backdated_time?: string | number | undefined
  /** The precision of the backdated time. */
  backdated_time_granularity?: 'day' | 'year' | 'month' | 'hour' | 'min' | 'minute' | undefined
  /** The items of a carousel: 2 to 5, or up to 10 with `multi_share_optimized`, of which 5 show. */
  child_attachments?:
    | string
    | readonly (
        | string
        | {
            /** The URL of the item. An absolute http or https URL. */
            link: string
            /** The title of the item, cut after about 35 characters. */
            name?: string | undefined
            /** The text of the item, cut after about 30 characters. */
            description?: string | undefined
            /**
             * The URL of the item's image. Either this or `image_hash` is required. An absolute http
             * or https URL.
             */
            picture?: string | undefined
            /** The hash of an ad image. Either this or `picture` is required. Text that is not empty. */
            image_hash?: string | undefined
          }
      )[]
    | undefined
  /** Whether a carousel ends with a card of the page. Default: `true`. */
  multi_share_end_card?: boolean | undefined | 0 | 1
  /** Whether the service may order the items of a carousel in an ad. Default: `true`. */
  multi_share_optimized?: boolean | undefined | 0 | 1
  /** Who sees the post in their news feed. */
  feed_targeting?:
    | string
    | {
        /** The greatest age: at most 65. An integer from 0 to 65. */
        age_max?: string | number | undefined
        /** The least age: 13 or more; 0 sets no limit. 0 or an integer of 13 or more. */
        age_min?: string | number | undefined
        /** The years of graduation. A list: an integer. */
        college_years?: string | readonly (string | number)[] | undefined
        /**
         * The levels of education: 1 high school, 2 undergraduate, 3 alum. A list: an integer
         * from 1 to 3.
         */
        education_statuses?: string | readonly (string | number)[] | undefined
        /** The genders: 1 male, 2 female. Both, if left out. A list: an integer from 1 to 2. */
        genders?: string | readonly (string | number)[] | undefined
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
        /** The ids of pages of interests. A list: an integer. */
        interests?: string | readonly (string | number)[] | undefined
        /** The ids of locales. A list: an integer. */
        locales?: string | readonly (string | number)[] | undefined
        /**
         * The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. All, if left
         * out. A list: an integer from 1 to 4.
         */
        relationship_statuses?: string | readonly (string | number)[] | undefined
      }
    | undefined
  /** Who can see the post at all. */
  targeting?:
    | string
    | {
        /** The least age. */
        age_min?: unknown
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
      }
    | undefined
  /** The page id of a location. */
  place?: string | number | undefined
  /** The ids of users to tag. They require `place`. Default: `[]`. */
  tags?: string | readonly (string | number)[] | undefined
  /** `false` keeps the post out of the feed list. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /**
   * When the post is published: 10 minutes to 75 days from now. Requires `published: false`. A Unix time
   * in whole seconds.
   */
  scheduled_publish_time?: string | number | undefined
  /** The kind of unpublished content: SCHEDULED is required with a schedule. */
  unpublished_content_type?:
    | 'PUBLISHED'
    | 'SCHEDULED'
    | 'SCHEDULED_RECURRING'
    | 'DRAFT'
    | 'ADS_POST'
    | 'INLINE_CREATED'
    | 'REVIEWABLE_BRANDED_CONTENT'
    | undefined
  /** The unpublished photos of a multi-photo post. Default: `[]`. */
  attached_media?:
    | string
    | readonly (
        | string
        | {
            /** The id of the photo. */
            media_fbid: string | number
          }
      )[]
    | undefined
  /** The id of the action of a feeling or an activity. Text that is not empty. */
  og_action_type_id?: string | undefined
  /**
   * The object of the feeling or the activity: a predefined object or a page. Required with
   * `og_action_type_id`. Text that is not empty.
   */
  og_object_id?: string | undefined
  /** The icon of the feeling or the activity. By default that of the object. Text that is not empty. */
  og_icon_id?: string | undefined
  /** The button of a new link post. */
  call_to_action?:
    | string
    | {
        /** The kind of button. */
        type: CallToActionType
        /**
         * The link and other data of the button; GET_DIRECTIONS needs coordinates in its link. A
         * JSON object.
         */
        value?: string | { [name: string]: unknown } | undefined
      }
    | undefined
  /** The id of the page in the path. */
  page: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readPost`. */
export type ReadPostParams = SelectedFields & {
  /** The id of the post in the path. */
  post: string
}

/** The parameters of `deletePost`. */
export type DeletePostParams = SelectedFields & {
  /** The id of the post in the path. */
  post: string
}

/** The parameters of `listTaggedPosts`. */
export type ListTaggedPostsParams = PageCursors &
  SelectedFields & {
    /** The most posts on a page of the list. An integer from 1 to 100: stay within 100. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `listPageReels`. */
export type ListPageReelsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `readCampaign`. */
export type ReadCampaignParams = SelectedFields & {
  /** A period by name. It is validated, and changes no field. */
  date_preset?:
    | 'lifetime'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | undefined
  /** The id of the campaign in the path. */
  campaign: string
}

/** The parameters of `createCampaign`. */
export type CreateCampaignParams = SelectedFields & {
  /** The name of the campaign; emoji are allowed. */
  name?: string | undefined
  /** The objective. Ads under the campaign are validated against it. */
  objective?:
    | 'APP_INSTALLS'
    | 'BRAND_AWARENESS'
    | 'CONVERSIONS'
    | 'EVENT_RESPONSES'
    | 'LEAD_GENERATION'
    | 'LINK_CLICKS'
    | 'LOCAL_AWARENESS'
    | 'MESSAGES'
    | 'OFFER_CLAIMS'
    | 'PAGE_LIKES'
    | 'POST_ENGAGEMENT'
    | 'PRODUCT_CATALOG_SALES'
    | 'REACH'
    | 'STORE_VISITS'
    | 'VIDEO_VIEWS'
    | 'OUTCOME_APP_PROMOTION'
    | 'OUTCOME_AWARENESS'
    | 'OUTCOME_ENGAGEMENT'
    | 'OUTCOME_LEADS'
    | 'OUTCOME_SALES'
    | 'OUTCOME_TRAFFIC'
    | undefined
  /** The status to set. A campaign is created ACTIVE or PAUSED. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | undefined
  /**
   * The special ad categories: `NONE` or an empty list if none applies. Required from version 7.0 on
   * creation.
   */
  special_ad_categories?:
    | string
    | readonly ('NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS')[]
    | undefined
  /**
   * The single category of versions before 7.0. Use `special_ad_categories`. From version 7.0 it is
   * ignored beside them.
   */
  special_ad_category?: 'NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS' | undefined
  /** The countries, as ISO 3166 codes, of the special ad categories. */
  special_ad_category_country?: string | readonly string[] | undefined
  /** The buying type, which all ad sets must match. */
  buying_type?: 'AUCTION' | 'RESERVED' | 'FIXED_CPM' | undefined
  /** The bid strategy of the campaign. */
  bid_strategy?: 'LOWEST_COST_WITHOUT_CAP' | 'LOWEST_COST_WITH_BID_CAP' | 'COST_CAP' | undefined
  /**
   * The budget for a day that all ad sets share, in subunits of the account's currency. Excluded by
   * budgets of ad sets. A 64-bit integer (beyond 2^53 as a string).
   */
  daily_budget?: string | number | undefined
  /**
   * The budget for the whole run that all ad sets share, in subunits of the account's currency. Excluded
   * by budgets of ad sets. A 64-bit integer (beyond 2^53 as a string).
   */
  lifetime_budget?: string | number | undefined
  /**
   * The most that the campaign may spend, in subunits of the account's currency: at least the equivalent
   * of 100 USD. 922337203685478 removes the cap. A 64-bit integer (beyond 2^53 as a string).
   */
  spend_cap?: string | number | undefined
  /** The labels of the campaign. A list: a JSON object. */
  adlabels?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /**
   * `validate_only` checks the call and changes nothing; `include_recommendations` adds recommendations
   * to the result.
   */
  execution_options?: string | readonly ('validate_only' | 'include_recommendations')[] | undefined
  /** The split test configurations, stored as sent. A list: a JSON object. */
  iterative_split_test_configs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The object that all ads of the campaign promote. A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** The id of the campaign from which this one was copied. */
  source_campaign_id?: string | number | undefined
  /** The id of the topline. */
  topline_id?: string | number | undefined
  /** The upstream events: texts by name, within objects by name. A JSON object. */
  upstream_events?: string | { [name: string]: unknown } | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `copyCampaign`. */
export type CopyCampaignParams = SelectedFields & {
  /** The names of the copies. */
  rename_options?:
    | string
    | {
        /** The copies that get a new name: all, only the campaign, or none. */
        rename_strategy?: 'DEEP_RENAME' | 'ONLY_TOP_LEVEL_RENAME' | 'NO_RENAME' | undefined
        /** The text before each new name. */
        rename_prefix?: string | undefined
        /** The text after each new name: ` - Copy` if left out. */
        rename_suffix?: string | undefined
      }
    | undefined
  /** The status of the copies. Default: `"PAUSED"`. */
  status_option?: 'ACTIVE' | 'PAUSED' | 'INHERITED_FROM_SOURCE' | undefined
  /**
   * Whether to copy the ad sets and ads too: at most 3 ads in a call, 51 in an asynchronous batch.
   * Default: `false`.
   */
  deep_copy?: boolean | undefined | 0 | 1
  /**
   * When the copied ad sets start. By default their sources' starts stay. An ISO 8601 time with an
   * offset, a date YYYY-MM-DD, or a Unix time in seconds.
   */
  start_time?: string | number | undefined
  /**
   * When the copied ad sets end. By default their sources' ends stay. An ISO 8601 time with an offset, a
   * date YYYY-MM-DD, or a Unix time in seconds.
   */
  end_time?: string | number | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCampaigns`. */
export type ListCampaignsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The effective statuses to list. Without them, archived campaigns are left out; DELETED is refused. */
    effective_status?:
      | string
      | readonly ('ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | 'IN_PROCESS' | 'WITH_ISSUES')[]
      | undefined
    /** Conditions on the campaigns to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `updateCampaign`. */
export type UpdateCampaignParams = SelectedFields & {
  /** The name of the campaign; emoji are allowed. */
  name?: string | undefined
  /** The objective. Ads under the campaign are validated against it. */
  objective?:
    | 'APP_INSTALLS'
    | 'BRAND_AWARENESS'
    | 'CONVERSIONS'
    | 'EVENT_RESPONSES'
    | 'LEAD_GENERATION'
    | 'LINK_CLICKS'
    | 'LOCAL_AWARENESS'
    | 'MESSAGES'
    | 'OFFER_CLAIMS'
    | 'PAGE_LIKES'
    | 'POST_ENGAGEMENT'
    | 'PRODUCT_CATALOG_SALES'
    | 'REACH'
    | 'STORE_VISITS'
    | 'VIDEO_VIEWS'
    | 'OUTCOME_APP_PROMOTION'
    | 'OUTCOME_AWARENESS'
    | 'OUTCOME_ENGAGEMENT'
    | 'OUTCOME_LEADS'
    | 'OUTCOME_SALES'
    | 'OUTCOME_TRAFFIC'
    | undefined
  /** The status to set. A campaign is created ACTIVE or PAUSED. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | undefined
  /**
   * The most that the campaign may spend, in subunits of the account's currency: at least the equivalent
   * of 100 USD. 922337203685478 removes the cap. A 64-bit integer (beyond 2^53 as a string).
   */
  spend_cap?: string | number | undefined
  /**
   * The budget for a day that all ad sets share, in subunits of the account's currency. Excluded by
   * budgets of ad sets. A 64-bit integer (beyond 2^53 as a string).
   */
  daily_budget?: string | number | undefined
  /**
   * The budget for the whole run that all ad sets share, in subunits of the account's currency. Excluded
   * by budgets of ad sets. A 64-bit integer (beyond 2^53 as a string).
   */
  lifetime_budget?: string | number | undefined
  /** The object that all ads of the campaign promote. A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** The bid strategy of the campaign. */
  bid_strategy?: 'LOWEST_COST_WITHOUT_CAP' | 'LOWEST_COST_WITH_BID_CAP' | 'COST_CAP' | undefined
  /** The labels of the campaign. A list: a JSON object. */
  adlabels?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The split test configurations, stored as sent. A list: a JSON object. */
  iterative_split_test_configs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /**
   * The special ad categories: `NONE` or an empty list if none applies. Required from version 7.0 on
   * creation.
   */
  special_ad_categories?:
    | string
    | readonly ('NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS')[]
    | undefined
  /** The countries, as ISO 3166 codes, of the special ad categories. */
  special_ad_category_country?: string | readonly string[] | undefined
  /** The upstream events: texts by name, within objects by name. A JSON object. */
  upstream_events?: string | { [name: string]: unknown } | undefined
  /**
   * `validate_only` checks the call and changes nothing; `include_recommendations` adds recommendations
   * to the result.
   */
  execution_options?: string | readonly ('validate_only' | 'include_recommendations')[] | undefined
  /** The single category of versions before 7.0. Use `special_ad_categories`. */
  special_ad_category?: 'NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS' | undefined
  /**
   * The bid of each ad set by its id, in subunits of the account's currency. Needed to change from
   * automatic to manual bids. A JSON object.
   */
  adset_bid_amounts?: string | { [name: string]: string | number } | undefined
  /**
   * The budgets of the ad sets. Needed to change between a budget of the campaign and budgets of its ad
   * sets.
   */
  adset_budgets?:
    | string
    | readonly (
        | string
        | {
            /** The id of an ad set of the campaign. */
            adset_id: string | number
            /**
             * The budget of the ad set for a day, in subunits of the account's currency. A 64-bit
             * integer (beyond 2^53 as a string).
             */
            daily_budget?: string | number | undefined
            /**
             * The budget of the ad set for the whole run, in subunits of the account's currency. A
             * 64-bit integer (beyond 2^53 as a string).
             */
            lifetime_budget?: string | number | undefined
          }
      )[]
    | undefined
  /** Whether to rebalance the daily budgets of ad sets. Deprecated from version 7.0. */
  budget_rebalance_flag?: boolean | undefined | 0 | 1
  /** Whether the campaign uses the attribution framework of iOS 14 and above. */
  is_ios_network_attribution?: boolean | undefined | 0 | 1
  /** The id of the campaign in the path. */
  campaign: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `deleteCampaign`. */
export type DeleteCampaignParams = SelectedFields & {
  /** The id of the campaign in the path. */
  campaign: string
}

/** The parameters of `deleteCampaigns`. */
export type DeleteCampaignsParams = SelectedFields & {
  /** Which campaigns to delete: any, the oldest, or those archived before `before_date`. */
  delete_strategy: 'DELETE_ANY' | 'DELETE_OLDEST' | 'DELETE_ARCHIVED_BEFORE'
  /**
   * The time before which campaigns were archived, for DELETE_ARCHIVED_BEFORE. An ISO 8601 time with an
   * offset, a date YYYY-MM-DD, or a Unix time in seconds.
   */
  before_date?: string | number | undefined
  /** The most campaigns to delete in the call. An integer of 1 or more. */
  object_count?: string | number | undefined
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `listCampaignAds`. */
export type ListCampaignAdsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `listCampaignAdSets`. */
export type ListCampaignAdSetsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `listCampaignCopies`. */
export type ListCampaignCopiesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `listCampaignAdStudies`. */
export type ListCampaignAdStudiesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `listCampaignAdRules`. */
export type ListCampaignAdRulesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `readAdAccount`. */
export type ReadAdAccountParams = SelectedFields & {
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `readAdSet`. */
export type ReadAdSetParams = SelectedFields & {
  /** The id of the ad set in the path. */
  adSet: string
}

/** The parameters of `readAd`. */
export type ReadAdParams = SelectedFields & {
  /** The id of the ad in the path. */
  ad: string
}

/** The parameters of `readCreative`. */
export type ReadCreativeParams = SelectedFields & {
  /** The id of the creative in the path. */
  creative: string
}

/** The parameters of `createAd`. */
export type CreateAdParams = SelectedFields & {
  /** The name of the ad. */
  name: string
  /** The id of the ad set of the ad. */
  adset_id: string | number
  /** The creative: the id of an existing one, or the content of a new one. */
  creative:
    | string
    | {
        /** The id of an existing creative. */
        creative_id?: string | number | undefined
        /** The headline of the ad. */
        title?: string | undefined
        /** The text of the ad. */
        body?: string | undefined
        /** The URL that the ad promotes. An absolute http or https URL. */
        object_url?: string | undefined
        /** The hash of an image of the ad account. */
        image_hash?: string | undefined
        /** The name of the form part that has the image file (IMG-059). */
        image_file?: string | undefined
      }
  /** Whether the ad may be delivered. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /**
   * The actions to track for the ad, in place of those of its ad set. Only a world with the policy
   * `beyond: 'serve'` has it. A list: a JSON object.
   */
  tracking_specs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `createAsyncBatch`. */
export type CreateAsyncBatchParams = SelectedFields & {
  /** A name of the batch, for tracking. */
  name: string
  /** The calls to make. */
  adbatch:
    | string
    | readonly (
        | string
        | {
            /** A name of the call, for tracking. */
            name: string
            /** The path of the call, without the version. Text that is not empty. */
            relative_url: string
            /**
             * The parameters of the call: url-encoded text, or an object. Url-encoded text or a JSON
             * object.
             */
            body: string | { [name: string]: unknown }
          }
      )[]
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readAsyncBatch`. */
export type ReadAsyncBatchParams = SelectedFields & {
  /** The id of the batch in the path. */
  batch: string
}

/** The parameters of `listAsyncBatchRequests`. */
export type ListAsyncBatchRequestsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the batch in the path. */
    batch: string
  }

/** The parameters of `readLead`. */
export type ReadLeadParams = SelectedFields & {
  /** The id of the lead in the path. */
  lead: string
}

/** The parameters of `listFormLeads`. */
export type ListFormLeadsParams = PageCursors &
  SelectedFields & {
    /** Conditions on the time of the leads; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /** The field to test: the time of the lead. */
              field: 'time_created'
              /** The comparison of the field with `value`. */
              operator: 'GREATER_THAN' | 'LESS_THAN' | 'GREATER_THAN_OR_EQUAL'
              /** The Unix time in seconds to compare with. A Unix time in whole seconds. */
              value: string | number
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the form in the path. */
    form: string
  }

/** The parameters of `listAdLeads`. */
export type ListAdLeadsParams = PageCursors &
  SelectedFields & {
    /** Conditions on the time of the leads; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /** The field to test: the time of the lead. */
              field: 'time_created'
              /** The comparison of the field with `value`. */
              operator: 'GREATER_THAN' | 'LESS_THAN' | 'GREATER_THAN_OR_EQUAL'
              /** The Unix time in seconds to compare with. A Unix time in whole seconds. */
              value: string | number
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad in the path. */
    ad: string
  }

/** The parameters of `exportLeads`. */
export type ExportLeadsParams = SelectedFields & {
  /** The id of the form. */
  id: string | number
  /** The kind of the object: always `form`. */
  type: 'form'
  /**
   * The start of the range. Times before the form was created count as its creation. A Unix time in
   * whole seconds.
   */
  from_date?: string | number | undefined
  /** The end of the range. Now, if left out or later. A Unix time in whole seconds. */
  to_date?: string | number | undefined
}

/** The parameters of `searchTargeting`. */
export type SearchTargetingParams = SelectedFields & {
  /** The text to search for. Text that is not empty. */
  q: string
  /** The most audiences to return. An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** The only kind of audience to return. */
  limit_type?:
    | 'relationship_statuses'
    | 'college_years'
    | 'education_statuses'
    | 'interested_in'
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'education_schools'
    | 'education_majors'
    | 'work_employers'
    | 'work_positions'
    | 'income'
    | 'net_worth'
    | 'home_ownership'
    | 'home_type'
    | 'home_value'
    | 'household_composition'
    | 'office_type'
    | 'user_adclusters'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** The locale of names and categories. By default that of the ad account. A locale such as en_US. */
  locale?: string | undefined
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `suggestTargeting`. */
export type SuggestTargetingParams = SelectedFields & {
  /** The audiences to find similar ones for. */
  targeting_list:
    | string
    | readonly (
        | string
        | {
            /** The kind of the audience. */
            type: string
            /** The id of the audience. */
            id: string
          }
      )[]
  /** The most audiences to return. An integer from 1 to 45. Default: `30`. */
  limit?: string | number | undefined
  /** The only kind of audience to return. */
  limit_type?:
    | 'relationship_statuses'
    | 'college_years'
    | 'education_statuses'
    | 'interested_in'
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'education_schools'
    | 'education_majors'
    | 'work_employers'
    | 'work_positions'
    | 'income'
    | 'net_worth'
    | 'home_ownership'
    | 'home_type'
    | 'home_value'
    | 'household_composition'
    | 'office_type'
    | 'user_adclusters'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** The locale of names and categories. By default that of the ad account. A locale such as en_US. */
  locale?: string | undefined
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `browseTargeting`. */
export type BrowseTargetingParams = SelectedFields & {
  /** The only kind of audience to return. */
  limit_type?:
    | 'relationship_statuses'
    | 'college_years'
    | 'education_statuses'
    | 'interested_in'
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'education_schools'
    | 'education_majors'
    | 'work_employers'
    | 'work_positions'
    | 'income'
    | 'net_worth'
    | 'home_ownership'
    | 'home_type'
    | 'home_value'
    | 'household_composition'
    | 'office_type'
    | 'user_adclusters'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** The locale of names and categories. By default that of the ad account. A locale such as en_US. */
  locale?: string | undefined
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `validateTargeting`. */
export type ValidateTargetingParams = SelectedFields & {
  /** The audiences to validate. One of the three lists is required; this one is preferred. */
  targeting_list?:
    | string
    | readonly (
        | string
        | {
            /** The kind of the audience. */
            type: string
            /** The id of the audience. */
            id: string
          }
      )[]
    | undefined
  /** The ids of audiences to validate. Each must identify one audience. */
  id_list?: string | readonly string[] | undefined
  /** The names of interests to validate, in any letter case. */
  name_list?: string | readonly string[] | undefined
  /** The locale of names and categories. By default that of the ad account. A locale such as en_US. */
  locale?: string | undefined
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `uploadAdImage`. */
export type UploadAdImageParams = SelectedFields & {
  /** The image as Base64 text, instead of a file. The Base64 text of an image. */
  bytes?: string | undefined
  /**
   * The image of another ad account to copy. The caller must be able to read the creatives of that
   * account.
   */
  copy_from?:
    | string
    | {
        /** The id of the ad account that has the image, without the prefix `act_`. */
        source_account_id: string | number
        /** The hash of the image in that account. */
        hash: string
      }
    | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listAdImages`. */
export type ListAdImagesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The hashes of the images to list. Without them, all images of the account are listed. */
    hashes?: string | readonly string[] | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `deleteAdImage`. */
export type DeleteAdImageParams = SelectedFields & {
  /** The hash of the image to delete. No creative may use it. */
  hash: string
  /** The id of the ad account in the path. */
  adAccount: string
}

/** The parameters of `searchThreatIndicators`. */
export type SearchThreatIndicatorsParams = PageCursors &
  SelectedFields & {
    /** The most indicators on a page of the list: at most 1,000. An integer from 1 to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The text to search for, in any field; such as the hash of a file. */
    text?: string | undefined
    /** `true` finds no approximate matches of `text`. True, or anything else for false. */
    strict_text?: boolean | undefined | string
    /**
     * The type of the indicators to find, such as IP_ADDRESS. A name of capital letters, digits and
     * underscores.
     */
    type?: string | undefined
    /** The broad type of threat to find. A name of capital letters, digits and underscores. */
    threat_type?: string | undefined
    /**
     * Finds indicators collected after this time. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a
     * Unix time in seconds.
     */
    since?: string | number | undefined
    /**
     * Finds indicators collected before this time. An ISO 8601 time with an offset, a date YYYY-MM-DD, or
     * a Unix time in seconds.
     */
    until?: string | number | undefined
    /** The order: by similarity to `text`, or by the time of collection. Default: `"RELEVANCE"`. */
    sort_by?: 'RELEVANCE' | 'CREATE_TIME' | undefined
    /** The direction of the order. Default: `"DESCENDING"`. */
    sort_order?: 'ASCENDING' | 'DESCENDING' | undefined
  }

/** The parameters of `listEventStats`. */
export type ListEventStatsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** `DEVICE_TYPE` groups the statistics by type of device too. Default: `[]`. */
    breakdowns?: string | readonly 'DEVICE_TYPE'[] | undefined
    /** The id of the catalog in the path. */
    catalog: string
  }

/** The parameters of `listFeedUploadErrors`. */
export type ListFeedUploadErrorsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** `true` or `total_count` adds the summary. True or total_count. */
    summary?: boolean | undefined | string | readonly string[]
    /** The id of the feed upload in the path. */
    feedUpload: string
  }

/** The parameters of `me`. */
export type MeParams = SelectedFields

/** The parameters of `readUser`. */
export type ReadUserParams = SelectedFields & {
  /** The id of the user in the path. */
  user: string
}

/** The parameters of `readPage`. */
export type ReadPageParams = SelectedFields & {
  /** The id of the page in the path. */
  page: string
}

/** The parameters of `listManagedPages`. */
export type ListManagedPagesParams = PageCursors &
  SelectedFields & {
    /** `true` or `total_count` adds the number of all these pages. True or total_count. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `readMedia`. */
export type ReadMediaParams = SelectedFields & {
  /** The id of the media in the path. */
  media: string
}

/** The parameters of `listMediaChildren`. */
export type ListMediaChildrenParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the media in the path. */
    media: string
  }

/** The parameters of `listUserMedia`. */
export type ListUserMediaParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `authorize`. */
export type AuthorizeParams = SelectedFields & {
  /** The id of the app. */
  client_id: string | number
  /** The URL that gets the code or the error. An absolute http or https URL. */
  redirect_uri: string
  /** The parameter that the redirect carries: always `code`. */
  response_type?: 'code' | undefined
  /** The permissions that the app requests. */
  scope?: string | readonly string[] | undefined
  /** A text that the redirect returns unchanged. */
  state?: string | undefined
}

/** The parameters of `exchangeToken`. */
export type ExchangeTokenParams = SelectedFields & {
  /** The id of the app. HTTP Basic authentication may have it instead. */
  client_id: string | number
  /** The app secret. HTTP Basic authentication may have it instead. */
  client_secret: string
  /** The thing to exchange: a code, a short-lived token, or the credentials of the app. */
  grant_type?: 'authorization_code' | 'fb_exchange_token' | 'client_credentials' | undefined
  /** The code of the redirect; for `authorization_code`. */
  code?: string | undefined
  /** The URL that got the code, exactly as it was sent; for `authorization_code`. */
  redirect_uri?: string | undefined
  /** The text from which `code_challenge` was made; for a code that was requested with one (RFC 7636). */
  code_verifier?: string | undefined
  /** The token to exchange for a long-lived one; for `fb_exchange_token`. */
  fb_exchange_token?: string | undefined
}

/** The parameters of `batch`. */
export type BatchParams = SelectedFields & {
  /** The calls in their order, at most 50. */
  batch:
    | string
    | readonly (
        | string
        | {
            /** The path of the call, with its query. */
            relative_url: string
            /** The HTTP method of the call. */
            method?: string | undefined
            /**
             * The name by which later calls refer to the result. SDKs send any value, such as the
             * name of an ad.
             */
            name?: boolean | undefined | null | string | number | readonly Json[] | { [name: string]: Json }
            /** The parameters of the call, url-encoded. */
            body?: boolean | undefined | null | string | number | readonly Json[] | { [name: string]: Json }
            /** The token of the call. By default that of the batch. */
            access_token?: string | undefined
            /** Headers of the call. They have no effect. */
            headers?:
              | boolean
              | undefined
              | null
              | string
              | number
              | readonly Json[]
              | { [name: string]: Json }
            /** The names of the form parts with the files of the call, between commas. */
            attached_files?: string | undefined
            /** The same as `attached_files`. */
            attachedFiles?: string | undefined
          }
      )[]
  /** Whether each answer has its headers. Default: `true`. */
  include_headers?: boolean | undefined | 0 | 1
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readMany`. */
export type ReadManyParams = SelectedFields & {
  /** The ids of the nodes to read, at most 50. A list: text that is not empty. */
  ids: string | readonly string[]
}

/** The parameters of `listSubscribedApps`. */
export type ListSubscribedAppsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `subscribeApp`. */
export type SubscribeAppParams = SelectedFields & {
  /** The fields of the page of which the app gets notices. */
  subscribed_fields: string | readonly SubscribedField[]
  /** The id of the page in the path. */
  page: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unsubscribeApp`. */
export type UnsubscribeAppParams = SelectedFields & {
  /** The id of the page in the path. */
  page: string
}

/** The parameters of `listSubscriptions`. */
export type ListSubscriptionsParams = SelectedFields & {
  /** The id of the app in the path. */
  app: string
}

/** The parameters of `subscribe`. */
export type SubscribeParams = {
  /** The kind of object to watch. */
  object: 'page'
  /**
   * The URL that receives the notices. It must answer the verification request. An absolute http or
   * https URL.
   */
  callback_url: string
  /** The text that the verification request carries. */
  verify_token: string
  /** The fields to watch. Fields that are already watched stay. */
  fields: string | readonly SubscribedField[]
  /** Accepted for clients that send it; notices always have their values. */
  include_values?: boolean | undefined | 0 | 1
  /** The id of the app in the path. */
  app: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unsubscribe`. */
export type UnsubscribeParams = {
  /** The kind of object to stop watching. */
  object?: 'page' | undefined
  /** The fields to stop watching. Without them, the whole subscription ends. */
  fields?: string | readonly SubscribedField[] | undefined
  /** The id of the app in the path. */
  app: string
}

/** The parameters of `openLoginDialog`. */
export type OpenLoginDialogParams = SelectedFields & {
  /** The id of the app. */
  client_id: string | number
  /** The URL that gets the code or the error. An absolute http or https URL. */
  redirect_uri: string
  /** The parameter that the redirect carries: always `code`. */
  response_type?: 'code' | undefined
  /** The permissions that the app requests. */
  scope?: string | readonly string[] | undefined
  /** A text that the redirect returns unchanged. */
  state?: string | undefined
  /** The text that the id token returns unchanged; for the scope openid. */
  nonce?: string | undefined
  /**
   * The proof key of the client: the code is then exchanged only with its `code_verifier` (RFC 7636). 43
   * to 128 letters, digits, hyphens, periods, underscores and tildes.
   */
  code_challenge?: string | undefined
  /** How `code_challenge` follows from the verifier: as its hash, or as it is. */
  code_challenge_method?: 'S256' | 'plain' | undefined
}

/** The parameters of `listPermissions`. */
export type ListPermissionsParams = SelectedFields & {
  /** The id of the user in the path. */
  user: string
}

/** The parameters of `revokePermissions`. */
export type RevokePermissionsParams = SelectedFields & {
  /** The permission to revoke. Without it, all are revoked. */
  permission?: string | undefined
  /** The id of the user in the path. */
  user: string
}

/** The parameters of `debugToken`. */
export type DebugTokenParams = SelectedFields & {
  /** The token to describe. */
  input_token: string
}

/** The parameters of `readApp`. */
export type ReadAppParams = SelectedFields & {
  /** The id of the app in the path. */
  app: string
}

/** The parameters of `readUserPicture`. */
export type ReadUserPictureParams = SelectedFields & {
  /** Whether to redirect to the picture. Otherwise the answer is its description. Default: `true`. */
  redirect?: boolean | undefined | 0 | 1
  /** The size by name. Excluded by `width` and `height`. */
  type?: 'album' | 'small' | 'square' | 'normal' | 'large' | undefined
  /** The smallest wanted width, in pixels. An integer from 1 to 9999. */
  width?: string | number | undefined
  /**
   * The smallest wanted height, in pixels, which counts as a width. Without effect beside `width`. An
   * integer from 1 to 9999.
   */
  height?: string | number | undefined
  /** The id of the user in the path. */
  user: string
}

/** The parameters of `readPagePicture`. */
export type ReadPagePictureParams = SelectedFields & {
  /** Whether to redirect to the picture. Otherwise the answer is its description. Default: `true`. */
  redirect?: boolean | undefined | 0 | 1
  /** The size by name. Excluded by `width` and `height`. */
  type?: 'album' | 'small' | 'square' | 'normal' | 'large' | undefined
  /** The smallest wanted width, in pixels. An integer from 1 to 9999. */
  width?: string | number | undefined
  /**
   * The smallest wanted height, in pixels, which counts as a width. Without effect beside `width`. An
   * integer from 1 to 9999.
   */
  height?: string | number | undefined
  /** The id of the page in the path. */
  page: string
}

/** The parameters of `listPhotoComments`. */
export type ListPhotoCommentsParams = PageCursors &
  SelectedFields & {
    /** The order of the comments. Default: `"chronological"`. */
    order?: 'chronological' | 'reverse_chronological' | undefined
    /** `stream` lists replies too. Default: `"toplevel"`. */
    filter?: 'toplevel' | 'stream' | undefined
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the photo in the path. */
    photo: string
  }

/** The parameters of `commentOnPhoto`. */
export type CommentOnPhotoParams = SelectedFields & {
  /** The text of the comment. It can mention pages as `@[id]`. Text that is not empty. */
  message: string
  /** The id of the photo in the path. */
  photo: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listPhotoLikes`. */
export type ListPhotoLikesParams = PageCursors &
  SelectedFields & {
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the photo in the path. */
    photo: string
  }

/** The parameters of `likePhoto`. */
export type LikePhotoParams = SelectedFields & {
  /** The id of the photo in the path. */
  photo: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unlikePhoto`. */
export type UnlikePhotoParams = SelectedFields & {
  /** The id of the photo in the path. */
  photo: string
}

/** The parameters of `listPagePosts`. */
export type ListPagePostsParams = PageCursors &
  SelectedFields & {
    /**
     * Lists only posts of this time or later, in a world with the policy `beyond: 'serve'`. An ISO 8601
     * time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
     */
    since?: string | number | undefined
    /**
     * Lists only posts of this time or earlier, in a world with the policy `beyond: 'serve'`. An ISO 8601
     * time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
     */
    until?: string | number | undefined
    /** The most posts on a page of the list. An integer from 1 to 100: stay within 100. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `listScheduledPosts`. */
export type ListScheduledPostsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `updatePost`. */
export type UpdatePostParams = SelectedFields & {
  /** The new text of the post. */
  message?: string | undefined
  /** `true` publishes an unpublished post. A published post cannot be unpublished. */
  is_published?: boolean | undefined | 0 | 1
  /**
   * The new time of publication of a scheduled post: 10 minutes to 75 days from now. A Unix time in
   * whole seconds.
   */
  scheduled_publish_time?: string | number | undefined
  /** The id of the post in the path. */
  post: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listPostComments`. */
export type ListPostCommentsParams = PageCursors &
  SelectedFields & {
    /** The order of the comments. Default: `"chronological"`. */
    order?: 'chronological' | 'reverse_chronological' | undefined
    /** `stream` lists replies too. Default: `"toplevel"`. */
    filter?: 'toplevel' | 'stream' | undefined
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the post in the path. */
    post: string
  }

/** The parameters of `createComment`. */
export type CreateCommentParams = SelectedFields & {
  /** The text of the comment. Text that is not empty. */
  message: string
  /** The URL of a picture to attach. An absolute http or https URL. */
  attachment_url?: string | undefined
  /** The id of the post in the path. */
  post: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listPostLikes`. */
export type ListPostLikesParams = PageCursors &
  SelectedFields & {
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the post in the path. */
    post: string
  }

/** The parameters of `listPostReactions`. */
export type ListPostReactionsParams = PageCursors &
  SelectedFields & {
    /** The type of the reactions to list. Nobody can react with THANKFUL or PRIDE any more. */
    type?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | 'THANKFUL' | 'PRIDE' | undefined
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the post in the path. */
    post: string
  }

/** The parameters of `likePost`. */
export type LikePostParams = SelectedFields & {
  /** The id of the post in the path. */
  post: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unlikePost`. */
export type UnlikePostParams = SelectedFields & {
  /** The id of the post in the path. */
  post: string
}

/** The parameters of `readComment`. */
export type ReadCommentParams = SelectedFields & {
  /** The id of the comment in the path. */
  comment: string
}

/** The parameters of `deleteComment`. */
export type DeleteCommentParams = SelectedFields & {
  /** The id of the comment in the path. */
  comment: string
}

/** The parameters of `updateComment`. */
export type UpdateCommentParams = SelectedFields & {
  /** The new text. Only the page that wrote the comment can change it. Text that is not empty. */
  message?: string | undefined
  /**
   * Whether to hide the comment. Only page tokens read a hidden one. A page cannot hide its own
   * comments.
   */
  is_hidden?: boolean | undefined | 0 | 1
  /** The id of the comment in the path. */
  comment: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCommentReplies`. */
export type ListCommentRepliesParams = PageCursors &
  SelectedFields & {
    /** The order of the replies. Default: `"chronological"`. */
    order?: 'chronological' | 'reverse_chronological' | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the comment in the path. */
    comment: string
  }

/** The parameters of `replyToComment`. */
export type ReplyToCommentParams = SelectedFields & {
  /** The text of the reply. It can mention pages as `@[id]`. Text that is not empty. */
  message: string
  /** The id of the comment in the path. */
  comment: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCommentLikes`. */
export type ListCommentLikesParams = PageCursors &
  SelectedFields & {
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the comment in the path. */
    comment: string
  }

/** The parameters of `listCommentReactions`. */
export type ListCommentReactionsParams = PageCursors &
  SelectedFields & {
    /** The type of the reactions to list. Nobody can react with THANKFUL or PRIDE any more. */
    type?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | 'THANKFUL' | 'PRIDE' | undefined
    /** `true` adds the summary, `total_count` only its total. True or total_count. Default: `"none"`. */
    summary?: boolean | undefined | string | readonly string[]
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the comment in the path. */
    comment: string
  }

/** The parameters of `likeComment`. */
export type LikeCommentParams = SelectedFields & {
  /** The id of the comment in the path. */
  comment: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unlikeComment`. */
export type UnlikeCommentParams = SelectedFields & {
  /** The id of the comment in the path. */
  comment: string
}

/** The parameters of `listPageAlbums`. */
export type ListPageAlbumsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `createAlbum`. */
export type CreateAlbumParams = SelectedFields & {
  /** The title of the album. Text that is not empty. */
  name: string
  /** The description of the album. */
  message?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readAlbum`. */
export type ReadAlbumParams = SelectedFields & {
  /** The id of the album in the path. */
  album: string
}

/** The parameters of `listAlbumPhotos`. */
export type ListAlbumPhotosParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the album in the path. */
    album: string
  }

/** The parameters of `uploadAlbumPhoto`. */
export type UploadAlbumPhotoParams = SelectedFields & {
  /** True if the user chose the tags. No effect. Default: `false`. */
  user_selected_tags?: boolean | undefined | 0 | 1
  /** True if the user set the privacy by hand. No effect. Default: `false`. */
  manual_privacy?: boolean | undefined | 0 | 1
  /**
   * The number of attempts to upload the photo. A 64-bit integer (beyond 2^53 as a string). Default:
   * `0`.
   */
  attempt?: string | number | undefined
  /**
   * An id that the client gave the photo while offline. A 64-bit integer (beyond 2^53 as a string).
   * Default: `0`.
   */
  offline_id?: string | number | undefined
  /** Unused. A 64-bit integer (beyond 2^53 as a string). Default: `-1`. */
  filter_type?: string | number | undefined
  /** True if a version in full resolution follows. No effect. Default: `false`. */
  full_res_is_coming_later?: boolean | undefined | 0 | 1
  /** A flag that the description does not explain. No effect. Default: `false`. */
  audience_exp?: boolean | undefined | 0 | 1
  /**
   * A number that allows the sponsor to boost the photo directly. No effect. A 64-bit integer (beyond
   * 2^53 as a string).
   */
  direct_share_status?: string | number | undefined
  /** The id of the page to tag as sponsor. `sponsor_tags` of the post shows it, beyond the description. */
  sponsor_id?: string | number | undefined
  /** The kind of relationship with the sponsor. A 64-bit integer (beyond 2^53 as a string). */
  sponsor_relationship?: string | number | undefined
  /** The id of an open graph action type. */
  og_action_type_id?: string | undefined
  /** The id of an open graph icon. */
  og_icon_id?: string | undefined
  /** The id or the URL of an open graph object. */
  og_object_id?: string | undefined
  /** The phrase of an open graph action. */
  og_phrase?: string | undefined
  /** The mechanism that suggested the open graph action. */
  og_suggestion_mechanism?: string | undefined
  /** True if the open graph action sets a profile badge. No effect. Default: `false`. */
  og_set_profile_badge?: boolean | undefined | 0 | 1
  /** A flag about the location. No effect. */
  is_explicit_location?: boolean | undefined | 0 | 1
  /** A flag about the place. No effect. */
  is_explicit_place?: boolean | undefined | 0 | 1
  /** A flag about visual search. No effect. */
  is_visual_search?: boolean | undefined | 0 | 1
  /** The id of the page, or the set of pages, with the location. */
  location_source_id?: string | number | undefined
  /** The id in an app store of the app with the native share dialog. Text that is not empty. */
  application_id?: string | undefined
  /** The bundle id of the client on iOS. */
  ios_bundle_id?: string | undefined
  /** The key hash of the client on Android. */
  android_key_hash?: string | undefined
  /** The session of the client's composer. */
  composer_session_id?: string | undefined
  /** A session of the client. */
  qn?: string | undefined
  /** A module of the client. Only internal apps may send it. */
  nectar_module?: string | undefined
  /** The id of the app on whose behalf the client acts. */
  proxied_app_id?: string | number | undefined
  /** The time since the original post. A 64-bit integer (beyond 2^53 as a string). */
  time_since_original_post?: string | number | undefined
  /** The id of a legacy album. Deprecated. */
  aid?: string | undefined
  /** The id of a profile. Deprecated. A 64-bit integer (beyond 2^53 as a string). */
  profile_id?: string | number | undefined
  /** The id of a user. Deprecated. A 64-bit integer (beyond 2^53 as a string). */
  uid?: string | number | undefined
  /**
   * The URL of an image on the web. Either this, a file or `vault_image_id` is required, and only one.
   * An absolute http or https URL.
   */
  url?: string | undefined
  /** The id of an image in the vault. Excludes `url` and a file. */
  vault_image_id?: string | number | undefined
  /**
   * `false` uploads the photo without publishing it; it is deleted after about 24 hours. Default:
   * `true`.
   */
  published?: boolean | undefined | 0 | 1
  /** `true` for an unpublished photo that a scheduled post will use. Default: `false`. */
  temporary?: boolean | undefined | 0 | 1
  /** When the photo is published. Requires `published: false`. A Unix time in whole seconds. */
  scheduled_publish_time?: string | number | undefined
  /** The kind of unpublished content. */
  unpublished_content_type?:
    | 'PUBLISHED'
    | 'SCHEDULED'
    | 'SCHEDULED_RECURRING'
    | 'DRAFT'
    | 'ADS_POST'
    | 'INLINE_CREATED'
    | 'REVIEWABLE_BRANDED_CONTENT'
    | undefined
  /** The description of the photo; emoji are allowed. */
  caption?: string | undefined
  /** The description of the photo. Deprecated: use `caption`. */
  message?: string | undefined
  /** The description of the photo. Deprecated: use `caption`. */
  name?: string | undefined
  /** The description for people who cannot see the photo. */
  alt_text_custom?: string | undefined
  /**
   * The time that the photo shows instead of its upload. An ISO 8601 time with an offset, a date
   * YYYY-MM-DD, or a Unix time in seconds.
   */
  backdated_time?: string | number | undefined
  /** The precision of the backdated time. Default: `"none"`. */
  backdated_time_granularity?: 'day' | 'year' | 'month' | 'hour' | 'min' | 'none' | undefined
  /** Who can see the photo: at most the level that the person granted the app, which is the default. */
  privacy?:
    | string
    | {
        /** The level. It must not be more open than the level that the person granted the app. */
        value: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF'
        /** The ids of those who can see it, between commas; for CUSTOM. */
        allow?: string | undefined
        /** The ids of those who cannot see it, between commas; for CUSTOM. */
        deny?: string | undefined
        /** Which friends can see it; for CUSTOM. */
        friends?: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'SOME_FRIENDS' | undefined
        /** The level in words. */
        description?: string | undefined
      }
    | undefined
  /** The page id of a place. */
  place?: string | number | undefined
  /** The people and pages in the photo. Default: `[]`. */
  tags?:
    | string
    | readonly (
        | string
        | {
            /** The id of the person or the page. */
            tag_uid?: string | number | undefined
            /** A name, for someone without an id. */
            tag_text?: string | undefined
            /** The distance from the left edge, in percent of the width. A number from 0 to 100. */
            x?: string | number | undefined
            /** The distance from the top edge, in percent of the height. A number from 0 to 100. */
            y?: string | number | undefined
          }
      )[]
    | undefined
  /** Who can see the photo at all. */
  targeting?:
    | string
    | {
        /** The least age. */
        age_min?: unknown
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
      }
    | undefined
  /** Who sees the photo in their news feed. */
  feed_targeting?:
    | string
    | {
        /** The greatest age: at most 65. An integer from 0 to 65. */
        age_max?: string | number | undefined
        /** The least age: 13 or more; 0 sets no limit. 0 or an integer of 13 or more. */
        age_min?: string | number | undefined
        /** The years of graduation. A list: an integer. */
        college_years?: string | readonly (string | number)[] | undefined
        /**
         * The levels of education: 1 high school, 2 undergraduate, 3 alum. A list: an integer
         * from 1 to 3.
         */
        education_statuses?: string | readonly (string | number)[] | undefined
        /** The genders: 1 male, 2 female. Both, if left out. A list: an integer from 1 to 2. */
        genders?: string | readonly (string | number)[] | undefined
        /** The places. */
        geo_locations?:
          | string
          | {
              /** The countries, as ISO 3166 codes. */
              countries?: string | readonly string[] | undefined
              /** The regions, stored as sent. A list: a JSON object. */
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              /** The cities, stored as sent. A list: a JSON object. */
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
        /** The ids of pages of interests. A list: an integer. */
        interests?: string | readonly (string | number)[] | undefined
        /** The ids of locales. A list: an integer. */
        locales?: string | readonly (string | number)[] | undefined
        /**
         * The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. All, if left
         * out. A list: an integer from 1 to 4.
         */
        relationship_statuses?: string | readonly (string | number)[] | undefined
      }
    | undefined
  /** Whether to show the photo as spherical, if it is one. Default: `false`. */
  allow_spherical_photo?: boolean | undefined | 0 | 1
  /** The parameters of a spherical photo, instead of those in the file. A JSON object. */
  spherical_metadata?: string | { [name: string]: unknown } | undefined
  /** The first view of a spherical photo: its heading in degrees. An integer from 0 to 360. */
  initial_view_heading_override_degrees?: string | number | undefined
  /** The first view of a spherical photo: its pitch in degrees. An integer from -90 to 90. */
  initial_view_pitch_override_degrees?: string | number | undefined
  /**
   * The first view of a spherical photo: its vertical field of view in degrees. An integer from 60 to
   * 120.
   */
  initial_view_vertical_fov_override_degrees?: string | number | undefined
  /** Whether to publish the photo without a post about it. Default: `false`. */
  no_story?: boolean | undefined | 0 | 1
  /** Must not be sent. */
  target_id?: string | undefined
  /** The id of the album in the path. */
  album: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listPageInsights`. */
export type ListPageInsightsParams = SelectedFields & {
  /** The metrics to read. */
  metric: string | readonly string[]
  /** The period that each value counts. By default every period of the metric. */
  period?: 'day' | 'week' | 'days_28' | 'lifetime' | undefined
  /** The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  since?: string | number | undefined
  /**
   * The day after the last one. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
   * seconds.
   */
  until?: string | number | undefined
  /** The days by name. `since` and `until` take precedence. By default the last two days. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The id of the page in the path. */
  page: string
}

/** The parameters of `listPostInsights`. */
export type ListPostInsightsParams = SelectedFields & {
  /** The metrics to read. */
  metric: string | readonly string[]
  /** The period that each value counts. By default every period of the metric. */
  period?: 'day' | 'week' | 'days_28' | 'lifetime' | undefined
  /** The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  since?: string | number | undefined
  /**
   * The day after the last one. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
   * seconds.
   */
  until?: string | number | undefined
  /** The days by name. `since` and `until` take precedence. By default the last two days. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The id of the post in the path. */
  post: string
}

/** The parameters of `listPageVideos`. */
export type ListPageVideosParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** Which videos to list. Default: `"uploaded"`. */
    type?: 'uploaded' | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `uploadPageVideo`. */
export type UploadPageVideoParams = SelectedFields & {
  /** The URL of the video. An absolute http or https URL. */
  file_url?: string | undefined
  /** Whether everyone sees the video at once. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /**
   * When an unpublished video becomes public: 10 minutes to 75 days after the request. An ISO 8601 time
   * with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
   */
  scheduled_publish_time?: string | number | undefined
  /** The category. */
  content_category?: string | undefined
  /** The step of an upload in parts: `start`, `transfer` of a part, `finish` or `cancel`. */
  upload_phase?: 'start' | 'transfer' | 'finish' | 'cancel' | undefined
  /** The bytes of the video. A `start` requires it. An integer from 1 to 10737418240. */
  file_size?: string | number | undefined
  /** The upload that a step continues, from the answer to its `start`. */
  upload_session_id?: string | number | undefined
  /**
   * The place of a part. A `transfer` requires it, and the part `video_file_chunk`. An integer of 0 or
   * more.
   */
  start_offset?: string | number | undefined
  /** The title. */
  title?: string | undefined
  /** The text of the video. */
  description?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readVideo`. */
export type ReadVideoParams = SelectedFields & {
  /** The id of the video in the path. */
  video: string
}

/** The parameters of `updateVideo`. */
export type UpdateVideoParams = SelectedFields & {
  /** The title. */
  title?: string | undefined
  /** The text of the video. */
  description?: string | undefined
  /** The id of the video in the path. */
  video: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `deleteVideo`. */
export type DeleteVideoParams = SelectedFields & {
  /** The id of the video in the path. */
  video: string
}

/** The parameters of `readInstagramAccount`. */
export type ReadInstagramAccountParams = SelectedFields & {
  /** The id of the instagram account in the path. */
  instagramAccount: string
}

/** The parameters of `listInstagramMedia`. */
export type ListInstagramMediaParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the instagram account in the path. */
    instagramAccount: string
  }

/** The parameters of `listInstagramStories`. */
export type ListInstagramStoriesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the instagram account in the path. */
    instagramAccount: string
  }

/** The parameters of `createMediaContainer`. */
export type CreateMediaContainerParams = SelectedFields & {
  /** The kind of media. By default an image. `VIDEO` is for items of an album only. Default: `"IMAGE"`. */
  media_type?: 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL' | undefined
  /** The URL of the image. An absolute http or https URL. */
  image_url?: string | undefined
  /** The URL of the video. An absolute http or https URL. */
  video_url?: string | undefined
  /** Whether the media is an item of an album. Default: `false`. */
  is_carousel_item?: boolean | undefined | 0 | 1
  /** The containers of the items of an album: 2 to 10. */
  children?: string | readonly (string | number)[] | undefined
  /** The text: at most 2,200 characters, 30 hashtags and 20 mentions. An item of an album has none. */
  caption?: string | undefined
  /** The description of an image for people who do not see it. */
  alt_text?: string | undefined
  /** The id of the instagram account in the path. */
  instagramAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `publishMediaContainer`. */
export type PublishMediaContainerParams = SelectedFields & {
  /** The id of the container. */
  creation_id: string | number
  /** The id of the instagram account in the path. */
  instagramAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readPublishingLimit`. */
export type ReadPublishingLimitParams = SelectedFields & {
  /** The id of the instagram account in the path. */
  instagramAccount: string
}

/** The parameters of `readMediaContainer`. */
export type ReadMediaContainerParams = SelectedFields & {
  /** The id of the media container in the path. */
  mediaContainer: string
}

/** The parameters of `readInstagramMedia`. */
export type ReadInstagramMediaParams = SelectedFields & {
  /** The id of the instagram media in the path. */
  instagramMedia: string
}

/** The parameters of `listInstagramItems`. */
export type ListInstagramItemsParams = SelectedFields & {
  /** The id of the instagram media in the path. */
  instagramMedia: string
}

/** The parameters of `listLeadForms`. */
export type ListLeadFormsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** Conditions on the forms to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The id of the page in the path. */
    page: string
  }

/** The parameters of `readLeadForm`. */
export type ReadLeadFormParams = SelectedFields & {
  /** The id of the form in the path. */
  form: string
}

/** The parameters of `listTestLeads`. */
export type ListTestLeadsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the form in the path. */
    form: string
  }

/** The parameters of `createTestLead`. */
export type CreateTestLeadParams = SelectedFields & {
  /** The answers. A question without an answer gets a dummy text. Default: `[]`. */
  field_data?:
    | string
    | readonly (
        | string
        | {
            /** The field id of the question. */
            name: string
            /** The answers. */
            values: string | readonly string[]
          }
      )[]
    | undefined
  /** The check boxes of the disclaimer that are checked. Default: `[]`. */
  custom_disclaimer_responses?:
    | string
    | readonly (
        | string
        | {
            /** The key of the check box. */
            checkbox_key: string
            /** `1` or `true` if the box is checked. */
            is_checked?: string | undefined
          }
      )[]
    | undefined
  /** The id of the form in the path. */
  form: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `deleteTestLead`. */
export type DeleteTestLeadParams = SelectedFields & {
  /** The id of the lead in the path. */
  lead: string
}

/** The parameters of `listAdAccounts`. */
export type ListAdAccountsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `listAdSets`. */
export type ListAdSetsParams = PageCursors &
  SelectedFields & {
    /** The effective statuses to list. Without them, archived objects are left out. Default: `[]`. */
    effective_status?: string | readonly ('ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'CAMPAIGN_PAUSED')[] | undefined
    /** Conditions on the objects to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `listAds`. */
export type ListAdsParams = PageCursors &
  SelectedFields & {
    /** The effective statuses to list. Without them, archived objects are left out. Default: `[]`. */
    effective_status?: string | readonly ('ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'CAMPAIGN_PAUSED')[] | undefined
    /** Conditions on the objects to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `addAdSet`. */
export type AddAdSetParams = SelectedFields & {
  /** The name of the ad set. */
  name: string
  /** The id of a campaign of the ad account. */
  campaign_id: string | number
  /** The event that is billed. */
  billing_event: 'LINK_CLICKS' | 'PAGE_LIKES' | 'POST_ENGAGEMENT' | 'IMPRESSIONS' | 'THRUPLAY'
  /** The audience of the ads. A JSON object. */
  targeting: string | { [name: string]: unknown }
  /** Whether the ad set may be delivered. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /** The optimization goal of delivery. The objective of the campaign restricts it. */
  optimization_goal?: string | undefined
  /**
   * The budget for a day, in subunits of the account's currency. Excluded by a budget of the campaign.
   * An integer of 1 or more.
   */
  daily_budget?: string | number | undefined
  /**
   * The budget for the whole run, in subunits of the account's currency. Excluded by a budget of the
   * campaign. An integer of 1 or more.
   */
  lifetime_budget?: string | number | undefined
  /**
   * The bid, in subunits of the account's currency. Without it, bids are automatic. An integer of 1 or
   * more.
   */
  bid_amount?: string | number | undefined
  /** How the ad set bids. */
  bid_strategy?:
    | 'LOWEST_COST_WITHOUT_CAP'
    | 'LOWEST_COST_WITH_BID_CAP'
    | 'COST_CAP'
    | 'LOWEST_COST_WITH_MIN_ROAS'
    | undefined
  /** When delivery starts. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  start_time?: string | number | undefined
  /**
   * When delivery ends, after the start. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
   * time in seconds.
   */
  end_time?: string | number | undefined
  /**
   * The object that the ads promote. The objective of the campaign may require some of its members. A
   * JSON object.
   */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /**
   * The windows in which an action counts as a result of the ads. Its allowed values depend on the
   * objective and on the optimization goal.
   */
  attribution_spec?:
    | string
    | readonly (
        | string
        | {
            /** The kind of contact with the ad: a click or a view. */
            event_type: 'CLICK_THROUGH' | 'VIEW_THROUGH'
            /** The length of the window in days. One of 1, 7. */
            window_days: string | number
          }
      )[]
    | undefined
  /** The actions to track for the ads. By default they follow from the objective. A list: a JSON object. */
  tracking_specs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCreatives`. */
export type ListCreativesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `readAdImage`. */
export type ReadAdImageParams = SelectedFields & {
  /** The id of the ad image in the path. */
  adImage: string
}

/** The parameters of `readThreatIndicator`. */
export type ReadThreatIndicatorParams = SelectedFields & {
  /** The id of the threat indicator in the path. */
  threatIndicator: string
}

/** The parameters of `listInsights`. */
export type ListInsightsParams = PageCursors &
  SelectedFields & {
    /**
     * The fields of the summary: those of all listed results, added up. By default there is no summary.
     * Default: `[]`.
     */
    summary?: string | readonly Summary[] | undefined
    /** Whether the answer has a summary with the fields of its results. Default: `false`. */
    default_summary?: boolean | undefined | 0 | 1
    /** The objects to add results up for. By default the object of the path. */
    level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
    /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
    date_preset?:
      | 'maximum'
      | 'today'
      | 'yesterday'
      | 'this_month'
      | 'last_month'
      | 'this_quarter'
      | 'last_3d'
      | 'last_7d'
      | 'last_14d'
      | 'last_28d'
      | 'last_30d'
      | 'last_90d'
      | 'last_week_mon_sun'
      | 'last_week_sun_sat'
      | 'last_quarter'
      | 'last_year'
      | 'this_week_mon_today'
      | 'this_week_sun_today'
      | 'this_year'
      | 'data_maximum'
      | undefined
    /** The first and the last day of the period. */
    time_range?:
      | string
      | {
          /**
           * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
           * seconds.
           */
          since: string | number
          /**
           * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
           * time in seconds.
           */
          until: string | number
        }
      | undefined
    /**
     * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
     * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
     */
    time_increment?: string | number | undefined
    /** The dimensions by which results are divided. Default: `[]`. */
    breakdowns?:
      | string
      | readonly (
          | 'country'
          | 'age'
          | 'gender'
          | 'region'
          | 'publisher_platform'
          | 'platform_position'
          | 'impression_device'
          | 'device_platform'
        )[]
      | undefined
    /**
     * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
     * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
     */
    action_breakdowns?:
      | string
      | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
      | undefined
    /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `listCampaignInsights`. */
export type ListCampaignInsightsParams = PageCursors &
  SelectedFields & {
    /**
     * The fields of the summary: those of all listed results, added up. By default there is no summary.
     * Default: `[]`.
     */
    summary?: string | readonly Summary[] | undefined
    /** Whether the answer has a summary with the fields of its results. Default: `false`. */
    default_summary?: boolean | undefined | 0 | 1
    /** The objects to add results up for. By default the object of the path. */
    level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
    /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
    date_preset?:
      | 'maximum'
      | 'today'
      | 'yesterday'
      | 'this_month'
      | 'last_month'
      | 'this_quarter'
      | 'last_3d'
      | 'last_7d'
      | 'last_14d'
      | 'last_28d'
      | 'last_30d'
      | 'last_90d'
      | 'last_week_mon_sun'
      | 'last_week_sun_sat'
      | 'last_quarter'
      | 'last_year'
      | 'this_week_mon_today'
      | 'this_week_sun_today'
      | 'this_year'
      | 'data_maximum'
      | undefined
    /** The first and the last day of the period. */
    time_range?:
      | string
      | {
          /**
           * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
           * seconds.
           */
          since: string | number
          /**
           * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
           * time in seconds.
           */
          until: string | number
        }
      | undefined
    /**
     * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
     * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
     */
    time_increment?: string | number | undefined
    /** The dimensions by which results are divided. Default: `[]`. */
    breakdowns?:
      | string
      | readonly (
          | 'country'
          | 'age'
          | 'gender'
          | 'region'
          | 'publisher_platform'
          | 'platform_position'
          | 'impression_device'
          | 'device_platform'
        )[]
      | undefined
    /**
     * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
     * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
     */
    action_breakdowns?:
      | string
      | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
      | undefined
    /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the campaign in the path. */
    campaign: string
  }

/** The parameters of `listAdSetInsights`. */
export type ListAdSetInsightsParams = PageCursors &
  SelectedFields & {
    /**
     * The fields of the summary: those of all listed results, added up. By default there is no summary.
     * Default: `[]`.
     */
    summary?: string | readonly Summary[] | undefined
    /** Whether the answer has a summary with the fields of its results. Default: `false`. */
    default_summary?: boolean | undefined | 0 | 1
    /** The objects to add results up for. By default the object of the path. */
    level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
    /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
    date_preset?:
      | 'maximum'
      | 'today'
      | 'yesterday'
      | 'this_month'
      | 'last_month'
      | 'this_quarter'
      | 'last_3d'
      | 'last_7d'
      | 'last_14d'
      | 'last_28d'
      | 'last_30d'
      | 'last_90d'
      | 'last_week_mon_sun'
      | 'last_week_sun_sat'
      | 'last_quarter'
      | 'last_year'
      | 'this_week_mon_today'
      | 'this_week_sun_today'
      | 'this_year'
      | 'data_maximum'
      | undefined
    /** The first and the last day of the period. */
    time_range?:
      | string
      | {
          /**
           * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
           * seconds.
           */
          since: string | number
          /**
           * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
           * time in seconds.
           */
          until: string | number
        }
      | undefined
    /**
     * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
     * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
     */
    time_increment?: string | number | undefined
    /** The dimensions by which results are divided. Default: `[]`. */
    breakdowns?:
      | string
      | readonly (
          | 'country'
          | 'age'
          | 'gender'
          | 'region'
          | 'publisher_platform'
          | 'platform_position'
          | 'impression_device'
          | 'device_platform'
        )[]
      | undefined
    /**
     * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
     * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
     */
    action_breakdowns?:
      | string
      | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
      | undefined
    /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad set in the path. */
    adSet: string
  }

/** The parameters of `listAdInsights`. */
export type ListAdInsightsParams = PageCursors &
  SelectedFields & {
    /**
     * The fields of the summary: those of all listed results, added up. By default there is no summary.
     * Default: `[]`.
     */
    summary?: string | readonly Summary[] | undefined
    /** Whether the answer has a summary with the fields of its results. Default: `false`. */
    default_summary?: boolean | undefined | 0 | 1
    /** The objects to add results up for. By default the object of the path. */
    level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
    /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
    date_preset?:
      | 'maximum'
      | 'today'
      | 'yesterday'
      | 'this_month'
      | 'last_month'
      | 'this_quarter'
      | 'last_3d'
      | 'last_7d'
      | 'last_14d'
      | 'last_28d'
      | 'last_30d'
      | 'last_90d'
      | 'last_week_mon_sun'
      | 'last_week_sun_sat'
      | 'last_quarter'
      | 'last_year'
      | 'this_week_mon_today'
      | 'this_week_sun_today'
      | 'this_year'
      | 'data_maximum'
      | undefined
    /** The first and the last day of the period. */
    time_range?:
      | string
      | {
          /**
           * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
           * seconds.
           */
          since: string | number
          /**
           * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
           * time in seconds.
           */
          until: string | number
        }
      | undefined
    /**
     * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
     * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
     */
    time_increment?: string | number | undefined
    /** The dimensions by which results are divided. Default: `[]`. */
    breakdowns?:
      | string
      | readonly (
          | 'country'
          | 'age'
          | 'gender'
          | 'region'
          | 'publisher_platform'
          | 'platform_position'
          | 'impression_device'
          | 'device_platform'
        )[]
      | undefined
    /**
     * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
     * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
     */
    action_breakdowns?:
      | string
      | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
      | undefined
    /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
    filtering?:
      | string
      | readonly (
          | string
          | {
              /**
               * The field to test, with the level of the object as in `campaign.id`. Text that is not
               * empty.
               */
              field: string
              /** The comparison of the field with `value`. */
              operator:
                | 'EQUAL'
                | 'NOT_EQUAL'
                | 'IN'
                | 'NOT_IN'
                | 'CONTAIN'
                | 'NOT_CONTAIN'
                | 'GREATER_THAN'
                | 'LESS_THAN'
              /**
               * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
               * A text, a number, or a list of them.
               */
              value: string | number | readonly (string | number)[]
            }
        )[]
      | undefined
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad in the path. */
    ad: string
  }

/** The parameters of `startAccountReport`. */
export type StartAccountReportParams = {
  /** The fields of the insights of the report. A comma-separated list of field names. */
  fields?: string | readonly string[] | undefined
  /** The objects to add results up for. By default the object of the path. */
  level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
  /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The first and the last day of the period. */
  time_range?:
    | string
    | {
        /**
         * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
         * seconds.
         */
        since: string | number
        /**
         * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
         * time in seconds.
         */
        until: string | number
      }
    | undefined
  /**
   * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
   * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
   */
  time_increment?: string | number | undefined
  /** The dimensions by which results are divided. Default: `[]`. */
  breakdowns?:
    | string
    | readonly (
        | 'country'
        | 'age'
        | 'gender'
        | 'region'
        | 'publisher_platform'
        | 'platform_position'
        | 'impression_device'
        | 'device_platform'
      )[]
    | undefined
  /**
   * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
   * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
   */
  action_breakdowns?:
    | string
    | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
    | undefined
  /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
  filtering?:
    | string
    | readonly (
        | string
        | {
            /**
             * The field to test, with the level of the object as in `campaign.id`. Text that is not
             * empty.
             */
            field: string
            /** The comparison of the field with `value`. */
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            /**
             * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
             * A text, a number, or a list of them.
             */
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `startCampaignReport`. */
export type StartCampaignReportParams = {
  /** The fields of the insights of the report. A comma-separated list of field names. */
  fields?: string | readonly string[] | undefined
  /** The objects to add results up for. By default the object of the path. */
  level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
  /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The first and the last day of the period. */
  time_range?:
    | string
    | {
        /**
         * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
         * seconds.
         */
        since: string | number
        /**
         * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
         * time in seconds.
         */
        until: string | number
      }
    | undefined
  /**
   * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
   * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
   */
  time_increment?: string | number | undefined
  /** The dimensions by which results are divided. Default: `[]`. */
  breakdowns?:
    | string
    | readonly (
        | 'country'
        | 'age'
        | 'gender'
        | 'region'
        | 'publisher_platform'
        | 'platform_position'
        | 'impression_device'
        | 'device_platform'
      )[]
    | undefined
  /**
   * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
   * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
   */
  action_breakdowns?:
    | string
    | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
    | undefined
  /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
  filtering?:
    | string
    | readonly (
        | string
        | {
            /**
             * The field to test, with the level of the object as in `campaign.id`. Text that is not
             * empty.
             */
            field: string
            /** The comparison of the field with `value`. */
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            /**
             * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
             * A text, a number, or a list of them.
             */
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `startAdSetReport`. */
export type StartAdSetReportParams = {
  /** The fields of the insights of the report. A comma-separated list of field names. */
  fields?: string | readonly string[] | undefined
  /** The objects to add results up for. By default the object of the path. */
  level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
  /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The first and the last day of the period. */
  time_range?:
    | string
    | {
        /**
         * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
         * seconds.
         */
        since: string | number
        /**
         * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
         * time in seconds.
         */
        until: string | number
      }
    | undefined
  /**
   * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
   * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
   */
  time_increment?: string | number | undefined
  /** The dimensions by which results are divided. Default: `[]`. */
  breakdowns?:
    | string
    | readonly (
        | 'country'
        | 'age'
        | 'gender'
        | 'region'
        | 'publisher_platform'
        | 'platform_position'
        | 'impression_device'
        | 'device_platform'
      )[]
    | undefined
  /**
   * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
   * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
   */
  action_breakdowns?:
    | string
    | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
    | undefined
  /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
  filtering?:
    | string
    | readonly (
        | string
        | {
            /**
             * The field to test, with the level of the object as in `campaign.id`. Text that is not
             * empty.
             */
            field: string
            /** The comparison of the field with `value`. */
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            /**
             * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
             * A text, a number, or a list of them.
             */
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** The id of the ad set in the path. */
  adSet: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `startAdReport`. */
export type StartAdReportParams = {
  /** The fields of the insights of the report. A comma-separated list of field names. */
  fields?: string | readonly string[] | undefined
  /** The objects to add results up for. By default the object of the path. */
  level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
  /** The period by name, in days of the account. `time_range` takes precedence. Default: `"last_30d"`. */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | 'last_week_mon_sun'
    | 'last_week_sun_sat'
    | 'last_quarter'
    | 'last_year'
    | 'this_week_mon_today'
    | 'this_week_sun_today'
    | 'this_year'
    | 'data_maximum'
    | undefined
  /** The first and the last day of the period. */
  time_range?:
    | string
    | {
        /**
         * The first day. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in
         * seconds.
         */
        since: string | number
        /**
         * The last day, included. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
         * time in seconds.
         */
        until: string | number
      }
    | undefined
  /**
   * The days that are added up together: a number of days, each calendar `monthly`, or `all_days`.
   * All_days, monthly, or a number of days from 1 to 90. Default: `"all_days"`.
   */
  time_increment?: string | number | undefined
  /** The dimensions by which results are divided. Default: `[]`. */
  breakdowns?:
    | string
    | readonly (
        | 'country'
        | 'age'
        | 'gender'
        | 'region'
        | 'publisher_platform'
        | 'platform_position'
        | 'impression_device'
        | 'device_platform'
      )[]
    | undefined
  /**
   * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names
   * it. The others divide nothing, because recorded actions have no target. Default: `["action_type"]`.
   */
  action_breakdowns?:
    | string
    | readonly ('action_type' | 'action_target_id' | 'action_destination' | 'action_device')[]
    | undefined
  /** Conditions on the ads that count, and on the results to list; all must hold. Default: `[]`. */
  filtering?:
    | string
    | readonly (
        | string
        | {
            /**
             * The field to test, with the level of the object as in `campaign.id`. Text that is not
             * empty.
             */
            field: string
            /** The comparison of the field with `value`. */
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            /**
             * The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times.
             * A text, a number, or a list of them.
             */
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** The id of the ad in the path. */
  ad: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readReportRun`. */
export type ReadReportRunParams = SelectedFields & {
  /** The id of the report run in the path. */
  reportRun: string
}

/** The parameters of `listReportInsights`. */
export type ListReportInsightsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the report run in the path. */
    reportRun: string
  }

/** The parameters of `addCreative`. */
export type AddCreativeParams = SelectedFields & {
  /** The name of the creative. Default: `""`. */
  name?: string | undefined
  /** The headline of the ad. */
  title?: string | undefined
  /** The text of the ad. */
  body?: string | undefined
  /** The URL that the ad promotes. An absolute http or https URL. */
  object_url?: string | undefined
  /** The hash of an image of the ad account. */
  image_hash?: string | undefined
  /** The id of the post that the ad shows. */
  object_story_id?: string | undefined
  /**
   * The post that the ad shows, to be made for it: `page_id`, and one of `link_data`, `photo_data`,
   * `video_data`, `text_data` and `template_data`. A JSON object.
   */
  object_story_spec?: string | { [name: string]: unknown } | undefined
  /** The parameters that the URLs of the ad get. */
  url_tags?: string | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listAdCreatives`. */
export type ListAdCreativesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad in the path. */
    ad: string
  }

/** The parameters of `listAdSetAds`. */
export type ListAdSetAdsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad set in the path. */
    adSet: string
  }

/** The parameters of `copyAd`. */
export type CopyAdParams = SelectedFields & {
  /** The ad set of the copy, in the same ad account. By default that of the ad. */
  adset_id?: string | number | undefined
  /** The names of the copies. */
  rename_options?:
    | string
    | {
        /** The copies that get a new name: all, only the campaign, or none. */
        rename_strategy?: 'DEEP_RENAME' | 'ONLY_TOP_LEVEL_RENAME' | 'NO_RENAME' | undefined
        /** The text before each new name. */
        rename_prefix?: string | undefined
        /** The text after each new name: ` - Copy` if left out. */
        rename_suffix?: string | undefined
      }
    | undefined
  /** The status of the copies. Default: `"PAUSED"`. */
  status_option?: 'ACTIVE' | 'PAUSED' | 'INHERITED_FROM_SOURCE' | undefined
  /** The id of the ad in the path. */
  ad: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCustomAudiences`. */
export type ListCustomAudiencesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the ad account in the path. */
    adAccount: string
  }

/** The parameters of `createCustomAudience`. */
export type CreateCustomAudienceParams = SelectedFields & {
  /** The name of the audience. Text that is not empty. */
  name: string
  /** The description of the audience. */
  description?: string | undefined
  /** The kind of audience. Default: `"CUSTOM"`. */
  subtype?:
    | 'CUSTOM'
    | 'APP'
    | 'CLAIM'
    | 'ENGAGEMENT'
    | 'LOOKALIKE'
    | 'OFFLINE_CONVERSION'
    | 'WEBSITE'
    | undefined
  /** Where the data of its people comes from. An audience of the kind CUSTOM requires it. */
  customer_file_source?:
    | 'USER_PROVIDED_ONLY'
    | 'PARTNER_PROVIDED_ONLY'
    | 'BOTH_USER_AND_PARTNER_PROVIDED'
    | undefined
  /** The days for which people stay in the audience. An integer from 1 to 540. */
  retention_days?: string | number | undefined
  /** The id of the ad account in the path. */
  adAccount: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readCustomAudience`. */
export type ReadCustomAudienceParams = SelectedFields & {
  /** The id of the custom audience in the path. */
  customAudience: string
}

/** The parameters of `searchTargetingOptions`. */
export type SearchTargetingOptionsParams = SelectedFields & {
  /**
   * The search finds interests by name, suggests interests, validates interests, finds countries, or
   * lists all audiences of a class.
   */
  type: 'adinterest' | 'adinterestsuggestion' | 'adinterestvalid' | 'adgeolocation' | 'adTargetingCategory'
  /**
   * The text to search for. The types `adinterest` and `adgeolocation` require it; an empty text lists
   * all countries.
   */
  q?: string | undefined
  /**
   * The most results: 8 unless `limit` is given, and all audiences of a class. An integer of 1 or more,
   * cut to 1000.
   */
  limit?: string | number | undefined
  /** The locale of names and categories. A locale such as en_US. Default: `"en_US"`. */
  locale?: string | undefined
  /**
   * The names of interests, in their own letter case: to suggest others for, or to validate. Default:
   * `[]`.
   */
  interest_list?: string | readonly string[] | undefined
  /** The ids of interests to validate. Default: `[]`. */
  interest_fbid_list?: string | readonly (string | number)[] | undefined
  /**
   * The types of places to search for. Only countries are simulated; a call without them is refused.
   * Default: `["country"]`.
   */
  location_types?:
    | string
    | readonly (
        | 'city'
        | 'country'
        | 'zip'
        | 'region'
        | 'country_group'
        | 'geo_market'
        | 'electoral_district'
      )[]
    | undefined
  /** `true` compares `q` with the codes of countries, and `false` with their names. Default: `false`. */
  match_country_code?: boolean | undefined | 0 | 1
  /** The class of audiences. The type `adTargetingCategory` requires it. */
  class?:
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'income'
    | 'industries'
    | 'demographics'
    | undefined
}

/** The parameters of `updateAdSet`. */
export type UpdateAdSetParams = SelectedFields & {
  /** The new name. Text that is not empty. */
  name?: string | undefined
  /** The new status. DELETED deletes its ads too; ARCHIVED can only become DELETED. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | undefined
  /**
   * The budget for a day, in subunits of the account's currency. It replaces a lifetime budget. An
   * integer of 1 or more.
   */
  daily_budget?: string | number | undefined
  /**
   * The budget for the whole run, in subunits of the account's currency. It replaces a daily budget. An
   * integer of 1 or more.
   */
  lifetime_budget?: string | number | undefined
  /** The bid, in subunits of the account's currency. An integer of 1 or more. */
  bid_amount?: string | number | undefined
  /** How the ad set bids. */
  bid_strategy?:
    | 'LOWEST_COST_WITHOUT_CAP'
    | 'LOWEST_COST_WITH_BID_CAP'
    | 'COST_CAP'
    | 'LOWEST_COST_WITH_MIN_ROAS'
    | undefined
  /** The audience of the ads. A JSON object. */
  targeting?: string | { [name: string]: unknown } | undefined
  /** When delivery starts. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  start_time?: string | number | undefined
  /**
   * When delivery ends, after the start. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
   * time in seconds.
   */
  end_time?: string | number | undefined
  /** The object that the ads promote. The objective of the campaign restricts its members. A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** The id of the ad set in the path. */
  adSet: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `deleteAdSet`. */
export type DeleteAdSetParams = SelectedFields & {
  /** The id of the ad set in the path. */
  adSet: string
}

/** The parameters of `copyAdSet`. */
export type CopyAdSetParams = SelectedFields & {
  /** The names of the copies. */
  rename_options?:
    | string
    | {
        /** The copies that get a new name: all, only the campaign, or none. */
        rename_strategy?: 'DEEP_RENAME' | 'ONLY_TOP_LEVEL_RENAME' | 'NO_RENAME' | undefined
        /** The text before each new name. */
        rename_prefix?: string | undefined
        /** The text after each new name: ` - Copy` if left out. */
        rename_suffix?: string | undefined
      }
    | undefined
  /** The status of the copies. Default: `"PAUSED"`. */
  status_option?: 'ACTIVE' | 'PAUSED' | 'INHERITED_FROM_SOURCE' | undefined
  /** The campaign of the copy, in the same ad account. By default that of the ad set. */
  campaign_id?: string | number | undefined
  /** Whether to copy the ads too: at most 3 in a call, 51 in an asynchronous batch. Default: `false`. */
  deep_copy?: boolean | undefined | 0 | 1
  /**
   * When the copy starts. By default the start of its source stays. An ISO 8601 time with an offset, a
   * date YYYY-MM-DD, or a Unix time in seconds.
   */
  start_time?: string | number | undefined
  /**
   * When the copy ends. By default the end of its source stays. An ISO 8601 time with an offset, a date
   * YYYY-MM-DD, or a Unix time in seconds.
   */
  end_time?: string | number | undefined
  /** The id of the ad set in the path. */
  adSet: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listBusinesses`. */
export type ListBusinessesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `readBusiness`. */
export type ReadBusinessParams = SelectedFields & {
  /** The id of the business in the path. */
  business: string
}

/** The parameters of `listOwnedPages`. */
export type ListOwnedPagesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the business in the path. */
    business: string
  }

/** The parameters of `claimPage`. */
export type ClaimPageParams = SelectedFields & {
  /** The id of the page, which no other business owns. */
  page_id: string | number
  /** The id of the business in the path. */
  business: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listOwnedAdAccounts`. */
export type ListOwnedAdAccountsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the business in the path. */
    business: string
  }

/** The parameters of `claimAdAccount`. */
export type ClaimAdAccountParams = SelectedFields & {
  /** The id of the ad account, which no other business owns, with the prefix `act_` or without it. */
  adaccount_id: string | number
  /** The id of the business in the path. */
  business: string
  /** The bytes of the file to upload. */
  source?: Uint8Array | undefined
  /** The files to upload, by the name of their form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listAssignedPages`. */
export type ListAssignedPagesParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `listAssignedAdAccounts`. */
export type ListAssignedAdAccountsParams = PageCursors &
  SelectedFields & {
    /** The most records on a page of the list. An integer of 1 or more, cut to 1000. Default: `25`. */
    limit?: string | number | undefined
    /** The id of the user in the path. */
    user: string
  }

/** The parameters of `submitLead`. */
export type SubmitLeadParams = {
  /** The id of the lead form. */
  form: string | number
  /**
   * A text or a list of texts for the key of each question; the number of a store for a store locator. A
   * JSON object.
   */
  answers: string | { [name: string]: unknown }
  /** The id of the ad that led to the form. Without it, the lead is organic. */
  ad?: string | number | undefined
  /** `true` for the key of each check box that is checked. A JSON object. Default: `{}`. */
  disclaimers?: string | { [name: string]: unknown } | undefined
  /** Whether the lead is submitted from a preview of the ad. Default: `false`. */
  preview?: boolean | undefined | 0 | 1
  /** Where the lead is submitted: the field `platform` of the lead. Default: `"fb"`. */
  platform?: string | undefined
  /**
   * The partner through which the lead comes: the field `partner_name` of the lead. Text that is not
   * empty.
   */
  partnerName?: string | undefined
}

/** The parameters of `uploadUserPhoto`. */
export type UploadUserPhotoParams = {
  /** The id of the user. */
  user: string | number
  /** The URL of the photo in the simulated web. An absolute http or https URL. */
  url: string
  /** The description of the photo. */
  caption?: string | undefined
  /** The page id of a place. */
  place?: string | number | undefined
  /** The ids of the people and pages in the photo. Default: `[]`. */
  tags?: string | readonly (string | number)[] | undefined
}

/** The parameters of `publishMedia`. */
export type PublishMediaParams = {
  /** The id of the user. */
  user: string | number
  /** The kind of media. Default: `"IMAGE"`. */
  type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | undefined
  /** The URL of the image, or of a still of the video. An album has none. An absolute http or https URL. */
  url?: string | undefined
  /** The text of the media. */
  caption?: string | undefined
  /** The items of an album in their order. */
  children?:
    | string
    | readonly (
        | string
        | {
            /** The URL of the item in the simulated web. An absolute http or https URL. */
            url: string
            /** The kind of item. */
            type?: 'IMAGE' | 'VIDEO' | undefined
          }
      )[]
    | undefined
}

/** The parameters of `createUser`. */
export type CreateUserParams = {
  /** The full name. */
  name: string
  /** The user name, as in URLs. */
  username?: string | undefined
  /** The type of the account. Default: `"PERSONAL"`. */
  accountType?: 'BUSINESS' | 'PERSONAL' | 'MEDIA_CREATOR' | undefined
  /** The first name. By default the name up to its last word, or a name of one word. */
  firstName?: string | undefined
  /** The middle name. */
  middleName?: string | undefined
  /** The last name. By default the last word of the name, if it has several. */
  lastName?: string | undefined
  /** The email address. Read with the permission email. */
  email?: string | undefined
}

/** The parameters of `createApp`. */
export type CreateAppParams = {
  /** The name of the app. */
  name: string
  /** The users who administer the app. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /**
   * The access level to the ads interface: ads calls of an app with `development` fail with 270.
   * Default: `"standard"`.
   */
  accessLevel?: 'development' | 'standard' | undefined
  /**
   * When the app was created: after 2 July 2018 it needs leads_retrieval to read leads. Now, if left
   * out. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
   */
  createdTime?: string | number | undefined
  /** Whether the app is internal: others may not send `nectar_module`. Default: `false`. */
  internal?: boolean | undefined | 0 | 1
  /** Whether the app has the feature Page Public Content Access. Default: `false`. */
  publicContentAccess?: boolean | undefined | 0 | 1
  /**
   * Whether the app has enabled the recent-activity-stories migration: posts then show `story`. Default:
   * `false`.
   */
  activityStories?: boolean | undefined | 0 | 1
  /** Whether calls with its tokens need `appsecret_proof`. */
  requireProof?: boolean | undefined | 0 | 1
}

/** The parameters of `createPage`. */
export type CreatePageParams = {
  /** The name of the page. */
  name: string
  /** The user name, as in URLs. */
  username?: string | undefined
  /** The users who hold every task on the page. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /** Whether the page is public. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /** Whether the page is authentic. Default: `false`. */
  verified?: boolean | undefined | 0 | 1
  /** The category of the page. */
  category?:
    | 'Local business'
    | 'Company'
    | 'Brand'
    | 'Community'
    | 'Product/service'
    | 'Shopping & retail'
    | 'Restaurant'
    | 'Nonprofit organization'
    | 'Media/news company'
    | 'Public figure'
    | undefined
  /**
   * The number of engaged users: the limit of calls for the page grows with it. An integer of 0 or more.
   * Default: `10`.
   */
  engagedUsers?: string | number | undefined
  /** The number of people who like the page. An integer of 0 or more. */
  fans?: string | number | undefined
  /** The number of people who follow the page. By default the number of fans. An integer of 0 or more. */
  followers?: string | number | undefined
}

/** The parameters of `assignTasks`. */
export type AssignTasksParams = {
  /** The id of the page. */
  page: string | number
  /** The id of the user. */
  user: string | number
  /** The tasks that the person holds from now on. */
  tasks: string | readonly ('CREATE_CONTENT' | 'MANAGE' | 'MODERATE' | 'ADVERTISE')[]
}

/** The parameters of `issueToken`. */
export type IssueTokenParams = {
  /** The kind of token. */
  kind: 'user' | 'page' | 'systemUser'
  /** The id of the app. */
  app: string | number
  /** The id of the user. */
  user: string | number
  /** The page of a page token. Required for that kind, and for no other. */
  page?: string | number | undefined
  /**
   * The permissions of the token. Those that only the live service has need the policy `beyond:
   * 'serve'`, which always adds public_profile. Default: `[]`.
   */
  scopes?: string | readonly Scope[] | undefined
  /**
   * When the token expires. Without this and `lifetime`, it never does. An ISO 8601 time with an offset,
   * a date YYYY-MM-DD, or a Unix time in seconds.
   */
  expiresAt?: string | number | undefined
  /** The lifetime of the token, by the policy. Excluded by `expiresAt`. */
  lifetime?: 'longLived' | 'shortLived' | undefined
  /** The most open privacy that the app may use for content of the person. Default: `"EVERYONE"`. */
  privacy?: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF' | undefined
}

/** The parameters of `revokeToken`. */
export type RevokeTokenParams = {
  /** A token that was issued in this world. */
  token: string
}

/** The parameters of `endSession`. */
export type EndSessionParams = {
  /** A token that was issued in this world. */
  token: string
}

/** The parameters of `grantLoginPrivacy`. */
export type GrantLoginPrivacyParams = {
  /** A token that was issued in this world. */
  token: string
  /** The most open privacy that the app may use for content of the person. */
  privacy: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF'
}

/** The parameters of `setConsent`. */
export type SetConsentParams = {
  /** The id of the app. */
  app: string | number
  /** The id of the user. */
  user: string | number
  /** Whether the person grants access. Default: `true`. */
  granted?: boolean | undefined | 0 | 1
  /** The permissions that the person grants. All that the app requests, if left out. */
  scopes?: string | readonly Scope[] | undefined
  /** The most open privacy that the app may use for content of the person. Default: `"EVERYONE"`. */
  privacy?: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF' | undefined
}

/** The parameters of `setLeadAccess`. */
export type SetLeadAccessParams = {
  /** The id of the page. */
  page: string | number
  /** The users who may read leads of the page. All its administrators, if left out. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setPageInfo`. */
export type SetPageInfoParams = {
  /** The id of the page. */
  page: string | number
  /** A short text about the page. */
  about?: string | undefined
  /** A long text about the page. */
  description?: string | undefined
  /** When the organization was founded, as text. */
  founded?: string | undefined
  /** General information about the page. */
  general_info?: string | undefined
  /** The phone number. */
  phone?: string | undefined
  /** The URL of the website. An absolute http or https URL. */
  website?: string | undefined
  /** The address. With an address, people can check in. */
  location?:
    | string
    | {
        /** The street and the number. */
        street?: string | undefined
        /** The city. */
        city?: string | undefined
        /** The country. */
        country?: string | undefined
        /** The postal code. */
        zip?: string | undefined
        /** The latitude in degrees. A number from -90 to 90. */
        latitude?: string | number | undefined
        /** The longitude in degrees. A number from -180 to 180. */
        longitude?: string | number | undefined
      }
    | undefined
  /** The number of people who checked in at the page. An integer of 0 or more. */
  checkins?: string | number | undefined
  /** When the page began. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  started?: string | number | undefined
  /** The id of the photo at the top of the page. */
  cover?: string | number | undefined
}

/** The parameters of `setProfilePicture`. */
export type SetProfilePictureParams = {
  /** The id of the page. */
  page: string | number
  /** The id of the photo. */
  photo: string | number
}

/** The parameters of `setPostExpiry`. */
export type SetPostExpiryParams = {
  /** The id of the post. */
  post: string | number
  /**
   * When the post expires. Without it, the post never does. An ISO 8601 time with an offset, a date
   * YYYY-MM-DD, or a Unix time in seconds.
   */
  expiresAt?: string | number | undefined
}

/** The parameters of `hidePost`. */
export type HidePostParams = {
  /** The id of the post. */
  post: string | number
  /** Whether the timeline of the page hides the post. Default: `true`. */
  hidden?: boolean | undefined | 0 | 1
}

/** The parameters of `createLeadForm`. */
export type CreateLeadFormParams = {
  /** The id of the page. */
  page: string | number
  /** The questions in their order. */
  questions:
    | string
    | readonly {
        /**
         * The field id of the question: the name of its answer in `field_data`. Text that is not
         * empty, and not __proto__.
         */
        key: string
        /** The text of the question. By default its key. */
        label?: string | undefined
        /** `storeLocator` for a question whose answer is the number of a store. */
        type?: 'text' | 'storeLocator' | undefined
        /** Whether a person may leave the question out. */
        optional?: boolean | undefined | 0 | 1
        /** The numbers of the stores that a store locator offers. */
        stores?: string | readonly (string | number)[] | undefined
      }[]
  /** The name of the form. Default: `""`. */
  name?: string | undefined
  /** The locale of the form. */
  locale?: string | undefined
  /** The check boxes of the disclaimer in their order. Default: `[]`. */
  disclaimers?:
    | string
    | readonly {
        /**
         * The key of the check box in `custom_disclaimer_responses`. Text that is not empty, and
         * not __proto__.
         */
        key: string
        /** The text beside the check box. */
        text?: string | undefined
        /**
         * Whether a person must check the box. A lead stores only the boxes that are not
         * required.
         */
        required?: boolean | undefined | 0 | 1
      }[]
    | undefined
}

/** The parameters of `archiveLeadForm`. */
export type ArchiveLeadFormParams = {
  /** The id of the lead form. */
  form: string | number
  /** Whether the form is archived: `false` makes it active again. Default: `true`. */
  archived?: boolean | undefined | 0 | 1
}

/** The parameters of `createAdAccount`. */
export type CreateAdAccountParams = {
  /** The name of the ad account. */
  name: string
  /** The ISO 4217 code of the currency of all its amounts. Default: `"USD"`. */
  currency?: string | undefined
  /** The locale of targeting reads without `locale`. Default: `"en_US"`. */
  locale?: string | undefined
  /** The time zone of the days of its results, and of the times of its objects. By default `Etc/UTC`. */
  timeZone?:
    | 'Etc/UTC'
    | 'America/Los_Angeles'
    | 'America/Denver'
    | 'Pacific/Honolulu'
    | 'America/Anchorage'
    | 'America/Phoenix'
    | 'America/Chicago'
    | 'America/New_York'
    | 'Asia/Dubai'
    | 'Europe/Vienna'
    | 'Australia/Sydney'
    | 'Asia/Dhaka'
    | 'Europe/Brussels'
    | 'America/Sao_Paulo'
    | 'America/Vancouver'
    | 'America/Toronto'
    | 'Europe/Zurich'
    | 'Asia/Shanghai'
    | 'America/Bogota'
    | 'Europe/Prague'
    | 'Europe/Berlin'
    | 'Europe/Copenhagen'
    | 'Europe/Madrid'
    | 'Europe/Helsinki'
    | 'Europe/Paris'
    | 'Europe/London'
    | 'Asia/Hong_Kong'
    | 'Asia/Jakarta'
    | 'Europe/Dublin'
    | 'Asia/Kolkata'
    | 'Europe/Rome'
    | 'Asia/Tokyo'
    | undefined
  /** The users who get the role ADMIN. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /**
   * The most that the account may spend, in subunits of the currency. Without it there is no cap. An
   * integer of 1 or more.
   */
  spendCap?: string | number | undefined
  /**
   * The name of the business that owns the account. A new name creates the business. Text that is not
   * empty.
   */
  business?: string | undefined
}

/** The parameters of `assignAdAccountRole`. */
export type AssignAdAccountRoleParams = {
  /** The id of the ad account. */
  adAccount: string | number
  /** The id of the user. */
  user: string | number
  /** The role of the person: an ADMIN or ADVERTISER changes ads, an ANALYST only reads them. */
  role?: 'ADMIN' | 'ADVERTISER' | 'ANALYST' | undefined
}

/** The parameters of `createBusiness`. */
export type CreateBusinessParams = {
  /** The name of the business. Text that is not empty. */
  name: string
  /** The users who get the role ADMIN. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /** Whether the platform has verified the business. Default: `false`. */
  verified?: boolean | undefined | 0 | 1
}

/** The parameters of `assignBusinessRole`. */
export type AssignBusinessRoleParams = {
  /** The id of the business. */
  business: string | number
  /** The id of the user. */
  user: string | number
  /** The role of the person: an ADMIN adds pages and ad accounts, an EMPLOYEE only reads. */
  role?: 'ADMIN' | 'EMPLOYEE' | undefined
}

/** The parameters of `assignToBusiness`. */
export type AssignToBusinessParams = {
  /** The id of the business. */
  business: string | number
  /** The pages that the business owns from now on, besides those that it has. Default: `[]`. */
  pages?: string | readonly (string | number)[] | undefined
  /** The ad accounts that the business owns from now on, besides those that it has. Default: `[]`. */
  adAccounts?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setPaymentMethod`. */
export type SetPaymentMethodParams = {
  /** The text that reads show, such as `Visa *1002`. Text that is not empty. */
  displayString: string
  /** The ad accounts that pay with it. Default: `[]`. */
  adAccounts?: string | readonly (string | number)[] | undefined
  /** The business that pays with it. */
  business?: string | number | undefined
  /** The kind of method as a number: 1 is a credit card. An integer from 0 to 20. Default: `1`. */
  type?: string | number | undefined
}

/** The parameters of `acceptAdTerms`. */
export type AcceptAdTermsParams = {
  /** The id of the ad account. */
  adAccount: string | number
  /** The terms to accept. Default: `[]`. */
  terms?:
    | string
    | readonly ('custom_audience_tos' | 'value_based_custom_audience_tos' | 'web_custom_audience_tos')[]
    | undefined
  /** Whether the terms of pixels of other sites are accepted from now on. */
  offsitePixels?: boolean | undefined | 0 | 1
}

/** The parameters of `createInstagramAccount`. */
export type CreateInstagramAccountParams = {
  /** The id of the page. */
  page: string | number
  /** The user name, as in URLs. Text that is not empty. */
  username: string
  /** The full name. By default the user name. */
  name?: string | undefined
  /** The description that the account gives of itself. */
  biography?: string | undefined
  /** The URL of the website. An absolute http or https URL. */
  website?: string | undefined
  /** The number of accounts that follow it. An integer of 0 or more. Default: `0`. */
  followers?: string | number | undefined
  /** The number of accounts that it follows. An integer of 0 or more. Default: `0`. */
  follows?: string | number | undefined
}

/** The parameters of `createAdSet`. */
export type CreateAdSetParams = {
  /** The id of the campaign. */
  campaign: string | number
  /** The name of the ad set. Default: `""`. */
  name?: string | undefined
  /** Whether the ad set may be delivered. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /**
   * The budget for a day, in subunits of the account's currency. Excluded by a budget of the campaign.
   * An integer of 1 or more.
   */
  dailyBudget?: string | number | undefined
  /**
   * The budget for the whole run, in subunits of the account's currency. Excluded by a budget of the
   * campaign. An integer of 1 or more.
   */
  lifetimeBudget?: string | number | undefined
  /** When delivery starts. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  startTime?: string | number | undefined
  /**
   * When delivery ends, after the start. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix
   * time in seconds.
   */
  endTime?: string | number | undefined
  /** The optimization goal of delivery. The objective of the campaign restricts it. */
  optimizationGoal?: string | undefined
  /**
   * The object that the ads promote. The objective of the campaign may require some of its members. A
   * JSON object.
   */
  promotedObject?: string | { [name: string]: unknown } | undefined
  /**
   * The windows in which an action counts as a result of the ads. Its allowed values depend on the
   * objective and on the optimization goal.
   */
  attributionSpec?:
    | string
    | readonly (
        | string
        | {
            /** The kind of contact with the ad: a click or a view. */
            event_type: 'CLICK_THROUGH' | 'VIEW_THROUGH'
            /** The length of the window in days. One of 1, 7. */
            window_days: string | number
          }
      )[]
    | undefined
  /** The actions to track for the ads. By default they follow from the objective. A list: a JSON object. */
  trackingSpecs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The places where the ads appear. The objective restricts their combinations. Default: `[]`. */
  placements?: string | readonly string[] | undefined
  /** The buying type, which must be that of the campaign. */
  buyingType?: 'AUCTION' | 'RESERVED' | 'FIXED_CPM' | undefined
}

/** The parameters of `createCreative`. */
export type CreateCreativeParams = {
  /** The id of the ad account. */
  adAccount: string | number
  /** The name of the creative. Default: `""`. */
  name?: string | undefined
  /** The headline of the ad. */
  title?: string | undefined
  /** The text of the ad. */
  body?: string | undefined
  /** The URL that the ad promotes. An absolute http or https URL. */
  objectUrl?: string | undefined
  /** The hash of an image of the ad account. */
  imageHash?: string | undefined
}

/** The parameters of `deleteCreative`. */
export type DeleteCreativeParams = {
  /** The id of the creative. */
  creative: string | number
}

/** The parameters of `createAdWithCreative`. */
export type CreateAdWithCreativeParams = {
  /** The id of the ad set. */
  adSet: string | number
  /** The id of the creative. */
  creative: string | number
  /** The name of the ad. Default: `""`. */
  name?: string | undefined
  /** Whether the ad may be delivered. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
}

/** The parameters of `recordAdResults`. */
export type RecordAdResultsParams = {
  /** The id of the ad. */
  ad: string | number
  /**
   * The day of the results: a date, or an instant, whose day in the time zone of the ad account counts.
   * An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds.
   */
  date?: string | number | undefined
  /** The number of times that the ad was shown on the day. An integer from 0 to 1000000000. Default: `0`. */
  impressions?: string | number | undefined
  /** The number of people who saw the ad on the day. An integer from 0 to 1000000000. Default: `0`. */
  reach?: string | number | undefined
  /** The number of clicks on the ad on the day. An integer from 0 to 1000000000. Default: `0`. */
  clicks?: string | number | undefined
  /**
   * The cost of the ad on the day, in subunits of the account's currency. An integer from 0 to
   * 1000000000. Default: `0`.
   */
  spend?: string | number | undefined
  /** The part of the audience that the results belong to. */
  segment?:
    | string
    | {
        /** The age group. */
        age?: '13-17' | '18-24' | '25-34' | '35-44' | '45-54' | '55-64' | '65+' | 'Unknown' | undefined
        /** The gender. */
        gender?: 'unknown' | 'female' | 'male' | undefined
        /** The country, as two letters. */
        country?: string | undefined
        /** The name of the region, such as `California`. Text of 1 to 100 characters. */
        region?: string | undefined
        /** The platform that showed the ad. */
        publisher_platform?:
          | 'unknown'
          | 'facebook'
          | 'instagram'
          | 'audience_network'
          | 'messenger'
          | 'threads'
          | undefined
        /**
         * The place on the platform, such as `feed` or `instagram_stories`. Text of 1 to 100
         * characters.
         */
        platform_position?: string | undefined
        /** The device that showed the ad, such as `iphone`. Text of 1 to 100 characters. */
        impression_device?: string | undefined
        /** The kind of device. */
        device_platform?: 'unknown' | 'desktop' | 'mobile_app' | 'mobile_web' | undefined
      }
    | undefined
  /** The actions that people took after they saw the ad. Default: `[]`. */
  actions?:
    | string
    | readonly (
        | string
        | {
            /** The type of the actions. */
            type: ActionsType
            /** The number of the actions. An integer from 0 to 1000000000. */
            count?: string | number | undefined
            /**
             * The value of all these actions, such as the price of purchases, in subunits of the
             * currency. An integer from 0 to 1000000000.
             */
            value?: string | number | undefined
          }
      )[]
    | undefined
}

/** The parameters of `createAdStudy`. */
export type CreateAdStudyParams = {
  /** The id of the ad account. */
  adAccount: string | number
  /** The ids of the campaigns in the study. */
  campaigns: string | readonly (string | number)[]
  /** The name of the study. Default: `""`. */
  name?: string | undefined
}

/** The parameters of `createAdRule`. */
export type CreateAdRuleParams = {
  /** The id of the ad account. */
  adAccount: string | number
  /** The name of the rule. Default: `""`. */
  name?: string | undefined
  /** The kind of object that the rule governs as a whole, instead of single campaigns. */
  entityType?: 'CAMPAIGN' | 'ADSET' | 'AD' | undefined
  /** The ids of the campaigns that the rule names. */
  campaigns?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setCampaignPlatformFields`. */
export type SetCampaignPlatformFieldsParams = {
  /** The id of the campaign. */
  campaign: string | number
  /** The id of the ad strategy. */
  ad_strategy_id?: string | number | undefined
  /** The id of the boosted object. */
  boosted_object_id?: string | number | undefined
  /** The automated brand lift studies. A list: a JSON object. */
  brand_lift_studies?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The recommendations for the campaign. A JSON object. */
  recommendations?: string | { [name: string]: unknown } | undefined
}

/** The parameters of `recordSpend`. */
export type RecordSpendParams = {
  /** The id of the campaign. */
  campaign: string | number
  /** The amount to add to the spend, in subunits of the account's currency. An integer of 0 or more. */
  amount: string | number
}

/** The parameters of `recordReach`. */
export type RecordReachParams = {
  /** The id of the ad set. */
  adSet: string | number
  /** The ids of the people whom the ad set reached. */
  users: string | readonly (string | number)[]
}

/** The parameters of `blockActor`. */
export type BlockActorParams = {
  /** The id of a user, an app, a page or an ad account. */
  actor: string | number
}

/** The parameters of `unblockActor`. */
export type UnblockActorParams = {
  /** The id of a user, an app, a page or an ad account. */
  actor: string | number
}

/** The parameters of `disableLogin`. */
export type DisableLoginParams = {
  /** The id of the user. */
  user: string | number
  /** Whether calls for the user fail with 2633. Default: `true`. */
  disabled?: boolean | undefined | 0 | 1
}

/** The parameters of `setAppAccessLevel`. */
export type SetAppAccessLevelParams = {
  /** The id of the app. */
  app: string | number
  /** The access level to the ads interface: ads calls of an app with `development` fail with 270. */
  accessLevel: 'development' | 'standard'
}

/** The parameters of `registerUrl`. */
export type RegisterUrlParams = {
  /** The URL of the simulated web. An absolute http or https URL. */
  url: string
  /**
   * The content of the URL, such as an image. Without it, the URL is a page with a preview. Bytes, as a
   * Uint8Array or {"$base64": "…"}.
   */
  bytes?:
    | Uint8Array
    | {
        /** The bytes as Base64 text. */
        $base64: string
      }
    | undefined
  /** Whether nothing is at the URL. Default: `false`. */
  missing?: boolean | undefined | 0 | 1
  /**
   * Whether posts with a link to the URL fail, because neither app nor caller can see it. Default:
   * `false`.
   */
  hidden?: boolean | undefined | 0 | 1
  /** The media type of the content. Default: `"text/html"`. */
  contentType?: string | undefined
  /** The title of the link preview. */
  title?: string | undefined
  /** The text of the link preview. */
  description?: string | undefined
  /** The URL of the image of the link preview. An absolute http or https URL. */
  image?: string | undefined
}

/** The parameters of `addBusinessTag`. */
export type AddBusinessTagParams = {
  /** The name of the tag. */
  name: string
  /** The id of its business. Without it, a business of the same name is created. */
  business?: string | number | undefined
  /** The ids of the photos to tag. Default: `[]`. */
  photos?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setCampaignIssues`. */
export type SetCampaignIssuesParams = {
  /** The id of the campaign. */
  campaign: string | number
  /** The problems from now on; none if the list is empty. */
  issues:
    | string
    | readonly (
        | string
        | {
            /** The level of the object with the problem, such as CAMPAIGN. */
            level: string
            /** The number of the problem. An integer. */
            error_code: string | number
            /** A short title of the problem. */
            error_summary: string
            /** A description of the problem. */
            error_message: string
            /** The kind of problem, such as HARD_ERROR. */
            error_type: string
          }
      )[]
}

/** The parameters of `setProcessing`. */
export type SetProcessingParams = {
  /** The id of the campaign. */
  campaign: string | number
  /** Whether the campaign is in process. Default: `true`. */
  processing?: boolean | undefined | 0 | 1
}

/** The parameters of `rankPost`. */
export type RankPostParams = {
  /** The id of the post. */
  post: string | number
  /**
   * The rank, 0 if it was never set. If a year has more published posts than the feed returns, those
   * with the highest rank are returned. An integer.
   */
  rank: string | number
}

/** The parameters of `publishScheduledPost`. */
export type PublishScheduledPostParams = {
  /** The id of the post. */
  post: string | number
}

/** The parameters of `publishScheduledPhoto`. */
export type PublishScheduledPhotoParams = {
  /** The id of the photo. */
  photo: string | number
}

/** The parameters of `expirePhoto`. */
export type ExpirePhotoParams = {
  /** The id of the photo. */
  photo: string | number
}

/** The parameters of `addTargetingAudiences`. */
export type AddTargetingAudiencesParams = {
  /** The audiences to add. */
  audiences:
    | string
    | readonly (
        | string
        | {
            /** The kind of audience. */
            type: AudiencesType
            /** The name of the audience. Text that is not empty. */
            name: string
            /** The estimated number of people. An integer of 0 or more. */
            audienceSize: string | number
            /** The id of the audience. Assigned if left out. */
            id?: string | number | undefined
            /** The categories above the audience, the widest first. A list: text that is not empty. */
            path?: string | readonly string[] | undefined
            /** A short description. */
            description?: string | undefined
            /** Whether `browseTargeting` lists the audience. */
            browsable?: boolean | undefined | 0 | 1
            /** The names in other locales. */
            translations?:
              | string
              | readonly (
                  | string
                  | {
                      /** The locale, such as `de_DE`. A locale such as en_US. */
                      locale: string
                      /** The name in that locale. Text that is not empty. */
                      name?: string | undefined
                      /** The categories in that locale. A list: text that is not empty. */
                      path?: string | readonly string[] | undefined
                    }
                )[]
              | undefined
          }
      )[]
  /** Whether they replace all audiences of the world. Default: `false`. */
  replace?: boolean | undefined | 0 | 1
}

/** The parameters of `addPagePost`. */
export type AddPagePostParams = {
  /** The id of the page. */
  page: string | number
  /** The user who makes the post in the name of the page. */
  creator?: string | number | undefined
  /** The text of the post; `@[id]` mentions a page or a person. */
  message?: string | undefined
  /** The text of a story that no person wrote; `@[id]` mentions a page or a person. */
  story?: string | undefined
  /** The type of the status. By default it follows from `video`. */
  statusType?:
    | 'added_photos'
    | 'added_video'
    | 'app_created_story'
    | 'approved_friend'
    | 'created_event'
    | 'created_group'
    | 'created_note'
    | 'mobile_status_update'
    | 'published_story'
    | 'shared_story'
    | 'tagged_in_photo'
    | 'wall_post'
    | undefined
  /** The attached video. */
  video?:
    | string
    | {
        /** The title of the video. */
        title?: string | undefined
        /** The length in seconds. An integer from 0 to 100000. */
        seconds?: string | number | undefined
        /** Whether the video is spherical. */
        spherical?: boolean | undefined | 0 | 1
      }
    | undefined
  /**
   * When the life event happened: the `created_time` of the post. An ISO 8601 time with an offset, a
   * date YYYY-MM-DD, or a Unix time in seconds.
   */
  eventTime?: string | number | undefined
  /** Whether the post is published: `false` for one that is made while an ad is created. Default: `true`. */
  published?: boolean | undefined | 0 | 1
}

/** The parameters of `visitPage`. */
export type VisitPageParams = {
  /** The id of the page. */
  page: string | number
  /** The id of the user. */
  user: string | number
  /** The text of the post; `@[id]` mentions a page or a person. */
  message: string
}

/** The parameters of `commentOnPost`. */
export type CommentOnPostParams = {
  /** The id of the post. */
  post: string | number
  /** The id of the user. */
  user: string | number
  /** The text of the comment. A comment without text is not listed. Text that is not empty. */
  message?: string | undefined
  /** The comment that it replies to. Without it, it is a comment on the post itself. */
  parent?: string | number | undefined
}

/** The parameters of `setPostLike`. */
export type SetPostLikeParams = {
  /** The id of the post. */
  post: string | number
  /** The id of the user. */
  user: string | number
  /** Whether the person likes the post: `false` takes the reaction back. Default: `true`. */
  liked?: boolean | undefined | 0 | 1
  /**
   * The reaction of the person. A person has one reaction to a post: a new one replaces it. Default:
   * `"LIKE"`.
   */
  reaction?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | undefined
}

/** The parameters of `editPost`. */
export type EditPostParams = {
  /** The id of the post. */
  post: string | number
  /** The new text; `@[id]` mentions a page or a person. */
  message: string
}

/** The parameters of `tagPageInPost`. */
export type TagPageInPostParams = {
  /** The id of the post. */
  post: string | number
  /** The id of the page. */
  page: string | number
  /** Whether to add a story about the mention to the feed of the page. Default: `false`. */
  story?: boolean | undefined | 0 | 1
}

/** The parameters of `sharePost`. */
export type SharePostParams = {
  /** The id of the post. */
  post: string | number
  /** The id of the page. */
  page: string | number
}

/** The parameters of `recordEngagement`. */
export type RecordEngagementParams = {
  /** The id of the post. */
  post: string | number
  /** The number of actions on the post: comments, likes, shares and clicks. An integer of 0 or more. */
  actions?: string | number | undefined
  /** The number of shares of the post. An integer of 0 or more. */
  shares?: string | number | undefined
  /** The number of people whom the post reached. An integer of 0 or more. */
  reach?: string | number | undefined
}

/** The parameters of `setPostInsights`. */
export type SetPostInsightsParams = {
  /** The id of the post. */
  post: string | number
  /** The id to use to promote the post. */
  promotable_id?: string | undefined
  /** Whether the post can be promoted. */
  is_eligible_for_promotion?: boolean | undefined | 0 | 1
  /** Whether the partner photo app can promote the post, or the reason why not. */
  photoapp_eligibility?:
    | 'eligible'
    | 'ineligible_caption_mentions_not_allowed'
    | 'ineligible_caption_too_long'
    | 'ineligible_media_aspect_ratio'
    | 'ineligible_media_dimension'
    | 'ineligible_media_square_aspect_ratio'
    | 'ineligible_media_square_dimension'
    | 'ineligible_post_type'
    | 'ineligible_unknown_error'
    | 'ineligible_video_length'
    | undefined
  /** Whether the partner photo app can promote the post. */
  is_photoapp_eligible?: string | undefined
  /** Whether the post is popular. */
  is_popular?: boolean | undefined | 0 | 1
  /** The reasons why video buying options cannot promote the post. */
  video_buying_eligibility?: string | readonly string[] | undefined
  /** Whether people are subscribed to the post. */
  subscribed?: boolean | undefined | 0 | 1
  /** Whether the reader can reply to the post privately. */
  can_reply_privately?: boolean | undefined | 0 | 1
  /** The only objectives under which the post can be advertised. */
  allowed_advertising_objects?: string | undefined
  /** The URL of the icon. */
  icon?: string | undefined
  /** The permanent URL of the post. */
  permalink_url?: string | undefined
  /** The properties of the attached video. */
  properties?: string | VideoProperties | undefined
  /** The type of the status. */
  status_type?:
    | 'added_photos'
    | 'added_video'
    | 'app_created_story'
    | 'approved_friend'
    | 'created_event'
    | 'created_group'
    | 'created_note'
    | 'mobile_status_update'
    | 'published_story'
    | 'shared_story'
    | 'tagged_in_photo'
    | 'wall_post'
    | undefined
  /** The text of the story. */
  story?: string | undefined
}

/** The parameters of `setPostTargeting`. */
export type SetPostTargetingParams = {
  /** The id of the post. */
  post: string | number
  /** The value of `feed_targeting.interested_in`: 1 male, 2 female. A list: an integer from 1 to 2. */
  interestedIn?: string | readonly (string | number)[] | undefined
  /** The value of `targeting.locales`. A list: an integer of 1 or more. */
  locales?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setPostPrivacy`. */
export type SetPostPrivacyParams = {
  /** The id of the post. */
  post: string | number
  /** Who can see the post. */
  privacy:
    | string
    | {
        /** The level. It must not be more open than the level that the person granted the app. */
        value: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'EVERYONE' | 'CUSTOM' | 'SELF'
        /** The ids of those who can see it, between commas; for CUSTOM. */
        allow?: string | undefined
        /** The ids of those who cannot see it, between commas; for CUSTOM. */
        deny?: string | undefined
        /** Which friends can see it; for CUSTOM. */
        friends?: 'ALL_FRIENDS' | 'FRIENDS_OF_FRIENDS' | 'SOME_FRIENDS' | undefined
        /** The level in words. */
        description?: string | undefined
      }
}

/** The parameters of `addReel`. */
export type AddReelParams = {
  /** The id of the page. */
  page: string | number
  /** The text of the reel. */
  description?: string | undefined
}

/** The parameters of `createActivityObject`. */
export type CreateActivityObjectParams = {
  /** The name of the object, such as a feeling. */
  name: string
}

/** The parameters of `registerDomain`. */
export type RegisterDomainParams = {
  /** The id of the page. */
  page: string | number
  /** The domain that the page owns. A domain name. */
  domain: string
}

/** The parameters of `verifyPage`. */
export type VerifyPageParams = {
  /** The id of the page. */
  page: string | number
  /** Whether the page is authentic. Default: `true`. */
  verified?: boolean | undefined | 0 | 1
}

/** The parameters of `recordInsights`. */
export type RecordInsightsParams = {
  /** The id of the page or the post. */
  object: string | number
  /** The metric, such as `page_impressions` or `post_clicks`. */
  metric: Metric
  /** The number that the metric rises by. An integer from 0 to 1000000000. */
  value: string | number
  /** The day, in UTC. An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  date?: string | number | undefined
}

/** The parameters of `setCommentReaction`. */
export type SetCommentReactionParams = {
  /** The id of the comment. */
  comment: string | number
  /** The id of the user. */
  user: string | number
  /**
   * The reaction of the person. A person has one reaction to a comment: a new one replaces it. Default:
   * `"LIKE"`.
   */
  reaction?: 'LIKE' | 'LOVE' | 'WOW' | 'HAHA' | 'SAD' | 'ANGRY' | 'CARE' | undefined
  /** Whether the person reacts: `false` takes the reaction back. Default: `true`. */
  reacts?: boolean | undefined | 0 | 1
}

/** The parameters of `addThreatIndicator`. */
export type AddThreatIndicatorParams = {
  /** The value of the indicator, such as an IP address. Text that is not empty. */
  indicator: string
  /** The type of the indicator, such as IP_ADDRESS. A name of capital letters, digits and underscores. */
  type: string
  /** The broad types of threat. A list: a name of capital letters, digits and underscores. Default: `[]`. */
  threatTypes?: string | readonly string[] | undefined
  /** A description of the threat. Default: `""`. */
  description?: string | undefined
  /** The confidence in the indicator, in percent. An integer from 0 to 100. Default: `50`. */
  confidence?: string | number | undefined
  /** The severity of the threat. Default: `"INFO"`. */
  severity?: 'INFO' | 'WARNING' | 'SUSPICIOUS' | 'SEVERE' | 'APOCALYPSE' | undefined
  /** With whom the indicator may be shared. Default: `"UNKNOWN"`. */
  shareLevel?: 'WHITE' | 'GREEN' | 'AMBER' | 'RED' | 'UNKNOWN' | undefined
  /** Whether the indicator is known to be malicious. Default: `"UNKNOWN"`. */
  status?: 'SUSPICIOUS' | 'UNKNOWN' | 'MALICIOUS' | 'NON_MALICIOUS' | undefined
  /**
   * When the indicator was collected. Now, if left out. An ISO 8601 time with an offset, a date
   * YYYY-MM-DD, or a Unix time in seconds.
   */
  addedOn?: string | number | undefined
}

/** The parameters of `createCatalog`. */
export type CreateCatalogParams = {
  /** The name of the catalog. */
  name: string
  /** The ad account of the catalog. Calls on the catalog count towards its rate limit. */
  adAccount: string | number
  /** The users who may read the catalog. Default: `[]`. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `assignCatalogAccess`. */
export type AssignCatalogAccessParams = {
  /** The id of the catalog. */
  catalog: string | number
  /** The id of the user. */
  user: string | number
  /** Whether the person may read the catalog. Default: `true`. */
  access?: boolean | undefined | 0 | 1
}

/** The parameters of `createEventSource`. */
export type CreateEventSourceParams = {
  /** The name of the event source. */
  name: string
  /** The kind of event source. */
  type: 'app' | 'pixel'
  /** The users who may read its statistics. Default: `[]`. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `assignEventSourceAccess`. */
export type AssignEventSourceAccessParams = {
  /** The id of the event source. */
  eventSource: string | number
  /** The id of the user. */
  user: string | number
  /** Whether the person may read the statistics of the event source. Default: `true`. */
  access?: boolean | undefined | 0 | 1
}

/** The parameters of `createProductFeed`. */
export type CreateProductFeedParams = {
  /** The id of the catalog. */
  catalog: string | number
  /** The name of the feed. */
  name: string
}

/** The parameters of `ingestProductFeed`. */
export type IngestProductFeedParams = {
  /** The id of the product feed. */
  feed: string | number
  /** The rows of the feed; the column `id` has the id of the item. A list: a JSON object. */
  rows: string | readonly (string | { [name: string]: unknown })[]
  /** The errors to store with the upload. Default: `[]`. */
  errors?:
    | string
    | readonly (
        | string
        | {
            /** `fatal` if the item of the row is not created, `warning` if it is. */
            severity: 'fatal' | 'warning'
            /** A short title of the error. */
            summary: string
            /** An explanation of the error. */
            description?: string | undefined
            /** The row of the feed, counted from 1. An integer of 1 or more. */
            row?: string | number | undefined
            /** The column of the feed, counted from 1. An integer of 1 or more. */
            column?: string | number | undefined
          }
      )[]
    | undefined
}

/** The parameters of `recordCatalogEvents`. */
export type RecordCatalogEventsParams = {
  /** The id of the catalog. */
  catalog: string | number
  /** The events to count. */
  events:
    | string
    | readonly (
        | string
        | {
            /** The id of the event source that reports the event. */
            source: string | number
            /** The event: the action of a person. */
            event: 'ViewContent' | 'AddToCart' | 'Purchase'
            /**
             * The content ids. One is matched if the catalog has an item with that id. A list: text
             * that is not empty.
             */
            contents: string | readonly string[]
            /** The type of device. */
            device?:
              | 'unknown'
              | 'desktop'
              | 'mobile_android_phone'
              | 'mobile_android_tablet'
              | 'mobile_ipad'
              | 'mobile_iphone'
              | 'mobile_ipod'
              | 'mobile_phone'
              | 'mobile_tablet'
              | 'mobile_windows_phone'
              | undefined
            /**
             * When it happened, within the last 28 days. Now, if left out. An ISO 8601 time with an
             * offset, a date YYYY-MM-DD, or a Unix time in seconds.
             */
            time?: string | number | undefined
          }
      )[]
}

/** The parameters of `setWebhook`. */
export type SetWebhookParams = {
  /** The id of the app. */
  app: string | number
  /** The URL that receives the deliveries. An absolute http or https URL. */
  url?: string | undefined
  /** The text that the verification request carries. Default: `""`. */
  verifyToken?: string | undefined
  /** The fields of pages to watch. Default: `["leadgen"]`. */
  fields?: string | readonly 'leadgen'[] | undefined
  /** Whether the URL must answer a verification request before it gets notices. */
  verify?: boolean | undefined | 0 | 1
}

/** The parameters of `removeWebhook`. */
export type RemoveWebhookParams = {
  /** The id of the app. */
  app: string | number
}

/** The parameters of `installApp`. */
export type InstallAppParams = {
  /** The id of the page. */
  page: string | number
  /** The id of the app. */
  app: string | number
}

/** The parameters of `uninstallApp`. */
export type UninstallAppParams = {
  /** The id of the page. */
  page: string | number
  /** The id of the app. */
  app: string | number
}

/** The parameters of `resendDelivery`. */
export type ResendDeliveryParams = {
  /** The id of the delivery, as `world.webhooks.outbox` lists it. */
  delivery: string
}

/** The parameters of `sendTestNotice`. */
export type SendTestNoticeParams = {
  /** The id of the app. */
  app: string | number
  /** The field of the notice. Default: `"leadgen"`. */
  field?: 'leadgen' | undefined
}

/** Calls endpoints as the holder of a token: one method per endpoint. */
export type Client = {
  /**
   * Lists pictures of a page, newest first: by default its current and previous profile pictures. `type`
   * selects the photos that the page uploaded, or those that tag it. No list has unpublished photos.
   *
   * `GET /{page}/photos` (Endpoints › Page photos). Errors: 100, 190, 200, 3001, 80001.
   */
  listPagePhotos(params: ListPagePhotosParams): CallOutcome<List<Photo>>
  /**
   * Uploads one photo for a page, from a file or a URL, and publishes it unless `published` is false. An
   * unpublished photo that no post uses is deleted after about 24 hours.
   *
   * `POST /{page}/photos` (Endpoints › Page photos). Errors: 100, 190, 200, 324, 368, 80001.
   */
  uploadPagePhoto(params: UploadPagePhotoParams): CallOutcome<
    Photo & {
      /**
       * The id of the post about the photo. Missing for an unpublished photo, unless the policy says
       * otherwise.
       */
      post_id?: string | undefined
    }
  >
  /**
   * Reads one photo of a page, or a photo of the token's own person.
   *
   * `GET /{photo}` (Endpoints › Page photos). Errors: 100, 190, 200, 80001.
   */
  readPhoto(params: ReadPhotoParams): CallOutcome<Photo>
  /**
   * Deletes a photo of a page and its story. Also deletes a post that shows nothing else.
   *
   * `DELETE /{photo}` (Endpoints › Page photos). Errors: 100, 190, 200, 80001.
   */
  deletePhoto(params: DeletePhotoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists photos of a person, newest first: by default those that tag the person; `type=uploaded`
   * selects those that they uploaded. Requires a user token of that person. No list has unpublished
   * photos.
   *
   * `GET /{user}/photos` (Endpoints › User photos). Errors: 100, 102, 104, 190, 200.
   */
  listUserPhotos(params: ListUserPhotosParams): CallOutcome<List<Photo>>
  /**
   * Lists the posts of a page, newest first. It returns the published posts; unpublished and scheduled
   * posts are included if `is_published` is among the fields or is given as a filter. Of each calendar
   * year, the 600 published posts with the highest rank are returned.
   *
   * `GET /{page}/feed` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  listPageFeed(params: ListPageFeedParams): CallOutcome<List<Post>>
  /**
   * Publishes a post in the voice of the page. With `published=false` the post stays unpublished; with a
   * `scheduled_publish_time` it is scheduled. Photos in `attached_media` are published with the post.
   *
   * `POST /{page}/feed` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  publishPost(params: PublishPostParams): CallOutcome<Post>
  /**
   * Reads one post: published, unpublished or scheduled. An expired post cannot be read.
   *
   * `GET /{post}` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  readPost(params: ReadPostParams): CallOutcome<Post>
  /**
   * Deletes a post. Photos that only this post published become unpublished, and are deleted after about
   * 24 hours unless a post uses them. A photo that its own upload published stays published.
   *
   * `DELETE /{post}` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  deletePost(params: DeletePostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the published posts that name a page, newest first. Other pages must be authentic.
   *
   * `GET /{page}/tagged` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  listTaggedPosts(params: ListTaggedPostsParams): CallOutcome<
    List<
      Post & {
        /** When the post named the page: when it was first published. */
        tagged_time?: string
      }
    >
  >
  /**
   * Lists the reels of a page, newest first. The feed does not contain them.
   *
   * `GET /{page}/video_reels` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  listPageReels(params: ListPageReelsParams): CallOutcome<List<Reel>>
  /**
   * Reads one campaign. A deleted one stays readable (SIL-113). `date_preset` is validated and
   * `time_range` is ignored: neither changes a field (CAM-002, CAM-058, CAM-064, CAM-065; SIL-126).
   *
   * `GET /{campaign}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 278, 368, 2635, 80004.
   */
  readCampaign(params: ReadCampaignParams): CallOutcome<Campaign>
  /**
   * Creates a campaign in an ad account. The campaign is paused unless `status` is ACTIVE. From version
   * 7.0 `special_ad_categories` is required; NONE is a valid value. With the execution option
   * `validate_only` the call is checked and nothing is created. A new campaign has no recommendations,
   * so `include_recommendations` adds nothing to the result (CAM-001, CAM-080; SIL-110, SIL-121).
   *
   * `POST /act_{adAccount}/campaigns` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 294, 368,
   * 2635, 80004.
   */
  createCampaign(params: CreateCampaignParams): CallOutcome<
    Partial<Campaign> & {
      /** True: a call that fails has an error instead. */
      success: boolean
    }
  >
  /**
   * Copies a campaign. The copy is paused unless `status_option` has another value. A deep copy includes
   * the ad sets and ads: at most 3 ads in a synchronous call, 51 in an asynchronous batch (CAM-004,
   * CAM-203).
   *
   * `POST /{campaign}/copies` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  copyCampaign(params: CopyCampaignParams): CallOutcome<
    Partial<Campaign> & {
      /** The id of the new campaign. */
      copied_campaign_id: string
      /** All copied objects with their sources. */
      ad_object_ids: {
        /** The kind of object. */
        ad_object_type:
          | 'topline'
          | 'campaign'
          | 'ad'
          | 'unique_adcreative'
          | 'ad_set'
          | 'opportunities'
          | 'privacy_info_center'
          | 'ad_account'
        /** The id of the object that was copied. */
        source_id: string
        /** The id of the copy. */
        copied_id: string
      }[]
    }
  >
  /**
   * Lists the campaigns of an ad account, newest first. Archived ones are left out unless
   * `effective_status` names ARCHIVED. Deleted ones are in no list, so `effective_status` must not name
   * DELETED (SIL-108). `filtering`, which only a world with the policy `beyond: 'serve'` applies, tests
   * ids, names, times and effective statuses, as the lists of ad sets and ads do (SIL-189).
   *
   * `GET /act_{adAccount}/campaigns` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   */
  listCampaigns(params: ListCampaignsParams): CallOutcome<List<Campaign>>
  /**
   * Updates a campaign; a parameter that is left out changes nothing. A deleted campaign cannot be
   * updated; an archived one accepts only a new name and its deletion. `adset_budgets` moves the budget
   * between the campaign and its ad sets, and must name every ad set unless the call sets a budget of
   * the campaign. A switch from automatic to manual bids needs `adset_bid_amounts` for every ad set; a
   * campaign without a bid strategy has automatic bids (CAM-003, CAM-152, CAM-155, CAM-159; SIL-010).
   *
   * `POST /{campaign}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 294, 368, 2625, 2634,
   * 2635, 80004.
   */
  updateCampaign(params: UpdateCampaignParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
    /**
     * The recommendations for the campaign. Missing without any, or if `execution_options` does not ask
     * for them.
     */
    recommendations?: { [name: string]: Json } | undefined
  }>
  /**
   * Deletes a campaign with its ad sets and ads. They stay readable by id, but no list shows them
   * (CAM-005, CAM-187; SIL-010, SIL-113).
   *
   * `DELETE /{campaign}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 368, 2635, 80004.
   */
  deleteCampaign(params: DeleteCampaignParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Deletes campaigns of an ad account: any, the oldest, or those archived before a date. The result has
   * their ids in the order of deletion, and the number of campaigns that the strategy could still delete
   * (CAM-193; SIL-010, SIL-115).
   *
   * `DELETE /act_{adAccount}/campaigns` (Endpoints › Ad campaigns). Errors: 100, 190, 270, 2635, 80004.
   */
  deleteCampaigns(params: DeleteCampaignsParams): CallOutcome<{
    /** The number of campaigns that the strategy selects and that are not deleted yet. */
    objects_left_to_delete_count: number
    /** The ids of the campaigns that the call deleted. */
    deleted_object_ids: string[]
  }>
  /**
   * Lists the ads of a campaign, newest first, without deleted ones (CAM-052).
   *
   * `GET /{campaign}/ads` (Resources and their fields › Campaign). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   */
  listCampaignAds(params: ListCampaignAdsParams): CallOutcome<List<Ad>>
  /**
   * Lists the ad sets of a campaign, newest first, without deleted ones (CAM-053).
   *
   * `GET /{campaign}/adsets` (Resources and their fields › Campaign). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   */
  listCampaignAdSets(params: ListCampaignAdSetsParams): CallOutcome<List<AdSet>>
  /**
   * Lists the copies of a campaign, newest first, without deleted ones and without those in an ad
   * account on which the caller has no role (CAM-054).
   *
   * `GET /{campaign}/copies` (Resources and their fields › Campaign). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   */
  listCampaignCopies(params: ListCampaignCopiesParams): CallOutcome<List<Campaign>>
  /**
   * Lists the ad studies that contain a campaign, newest first (CAM-049).
   *
   * `GET /{campaign}/ad_studies` (Resources and their fields › Campaign). Errors: 100, 190, 200, 270,
   * 2635, 80004.
   */
  listCampaignAdStudies(params: ListCampaignAdStudiesParams): CallOutcome<List<AdStudy>>
  /**
   * Lists the ad rules that name a campaign by id, or apply to all campaigns (CAM-050, CAM-051).
   *
   * `GET /{campaign}/adrules_governed` (Resources and their fields › Campaign). Errors: 100, 190, 200,
   * 270, 2635, 80004.
   */
  listCampaignAdRules(params: ListCampaignAdRulesParams): CallOutcome<List<AdRule>>
  /**
   * Reads an ad account.
   *
   * `GET /act_{adAccount}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  readAdAccount(params: ReadAdAccountParams): CallOutcome<AdAccount>
  /**
   * Reads an ad set. A deleted one stays readable.
   *
   * `GET /{adSet}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  readAdSet(params: ReadAdSetParams): CallOutcome<AdSet>
  /**
   * Reads an ad. A deleted one stays readable. In a paused campaign it is effectively CAMPAIGN_PAUSED.
   *
   * `GET /{ad}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  readAd(params: ReadAdParams): CallOutcome<Ad>
  /**
   * Reads an ad creative.
   *
   * `GET /{creative}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  readCreative(params: ReadCreativeParams): CallOutcome<Creative>
  /**
   * Creates an ad. The ad is paused unless `status` is ACTIVE. Its creative is an existing one of the
   * account, or a new one. The image of a new creative is an ad image, chosen by its hash, or a file of
   * this call. The file becomes an ad image of the account (IMG-001, IMG-051, IMG-063).
   *
   * `POST /act_{adAccount}/ads` (Endpoints › Ad images). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  createAd(params: CreateAdParams): CallOutcome<{
    /** The id of the new ad. */
    id: string
  }>
  /**
   * Queues up to 50 requests, which run one by one under the token of this call when the clock moves. A
   * deep copy among them is an asynchronous copy, with the higher limit of child ads (CAM-207, CAM-224;
   * SIL-130).
   *
   * `POST /act_{adAccount}/async_batch_requests` (Endpoints › Ad campaigns). Errors: 100, 190, 270,
   * 2635, 80004.
   */
  createAsyncBatch(params: CreateAsyncBatchParams): CallOutcome<AsyncBatch>
  /**
   * Reads a batch: whether it is completed, and on request the number of its requests in each status.
   *
   * `GET /{batch}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  readAsyncBatch(params: ReadAsyncBatchParams): CallOutcome<AsyncBatch>
  /**
   * Lists the requests of a batch in their order, each with its status and its result.
   *
   * `GET /{batch}/requests` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  listAsyncBatchRequests(params: ListAsyncBatchRequestsParams): CallOutcome<List<AsyncRequest>>
  /**
   * Reads one lead. Its disclaimer answers are shown when `fields` names `custom_disclaimer_responses`
   * (LEA-001, LEA-021, LEA-022).
   *
   * `GET /{lead}` (Endpoints › Leads). Errors: 100, 190, 200, 80001.
   */
  readLead(params: ReadLeadParams): CallOutcome<Lead>
  /**
   * Lists the leads of a form, newest first: those of every ad that uses it, and organic ones (LEA-003,
   * LEA-025, LEA-026, LEA-027, LEA-028).
   *
   * `GET /{form}/leads` (Endpoints › Leads). Errors: 100, 190, 200, 80001.
   */
  listFormLeads(params: ListFormLeadsParams): CallOutcome<List<Lead>>
  /**
   * Lists the leads of an ad, newest first (LEA-002, LEA-023).
   *
   * `GET /{ad}/leads` (Endpoints › Leads). Errors: 100, 190, 200, 80001.
   */
  listAdLeads(params: ListAdLeadsParams): CallOutcome<List<Lead>>
  /**
   * Exports the leads of a form between two times as tab-separated text, oldest first. Both times are
   * included; they are clamped to the time from the form's creation until now (LEA-005, LEA-029;
   * SIL-160).
   *
   * `GET {web_url}/ads/lead_gen/export_csv/?id={form}` (Endpoints › Leads). Errors: 100, 190, 200.
   */
  exportLeads(params: ExportLeadsParams): CallOutcome<string>
  /**
   * Searches audiences by name and path, without regard to case and accents (TGT-016). Audiences of four
   * types with fewer than 2,000 people are left out unless `limit_type` names their type.
   *
   * `GET /act_{adAccount}/targetingsearch` (Endpoints › Detailed targeting). Errors: 100, 190, 200, 270,
   * 2635, 80004.
   */
  searchTargeting(params: SearchTargetingParams): CallOutcome<{
    /** The audiences. */
    data: Audience[]
  }>
  /**
   * Suggests audiences of the same categories as those of a list (TGT-024): 30 unless `limit` is given.
   *
   * `GET /act_{adAccount}/targetingsuggestions` (Endpoints › Detailed targeting). Errors: 100, 190, 200,
   * 270, 2635, 80004.
   */
  suggestTargeting(params: SuggestTargetingParams): CallOutcome<{
    /** The audiences. */
    data: Audience[]
  }>
  /**
   * Shows the taxonomy, each audience with its description, without those that only a search finds
   * (TGT-032).
   *
   * `GET /act_{adAccount}/targetingbrowse` (Endpoints › Detailed targeting). Errors: 100, 190, 200, 270,
   * 2635, 80004.
   */
  browseTargeting(params: BrowseTargetingParams): CallOutcome<{
    /** The audiences. */
    data: Audience[]
  }>
  /**
   * Validates audiences (TGT-036): by type and id, by id alone, or by the name of an interest. An id
   * alone must identify exactly one audience, otherwise the call is refused. Remove invalid audiences
   * from the targeting of an ad set (TGT-047).
   *
   * `GET /act_{adAccount}/targetingvalidation` (Endpoints › Detailed targeting). Errors: 100, 190, 200,
   * 270, 2635, 80004.
   */
  validateTargeting(params: ValidateTargetingParams): CallOutcome<{
    /** The audiences with `valid`. One that is not valid may have only `id`, `type` and `valid`. */
    data: Partial<Audience>[]
  }>
  /**
   * Uploads images to an ad account: from a file, which may be a zip file, from Base64 text, or as a
   * copy of an image of another account. The result has each image under its file name. If the account
   * already has an image with the same bytes, the upload returns that image, and restores it if it was
   * deleted (IMG-001, IMG-024).
   *
   * `POST /act_{adAccount}/adimages` (Endpoints › Ad images). Errors: 100, 190, 200, 270, 368, 2633,
   * 2635, 80004.
   */
  uploadAdImage(params: UploadAdImageParams): CallOutcome<{
    /**
     * The images: under their file names, under `bytes` for Base64 text, or under the name of the source
     * for a copy. Of files with the same name in a zip file, all but one are under their paths.
     */
    images: {
      [name: string]: {
        /** The hash that identifies the image within its ad account. */
        hash: string
        /** A temporary URL of the image. A creative must not use it. */
        url: string
      }
    }
  }>
  /**
   * Lists the images of an ad account, newest first. With `hashes` it lists the images with these
   * hashes, deleted ones included (IMG-041, IMG-043; SIL-147).
   *
   * `GET /act_{adAccount}/adimages` (Endpoints › Ad images). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  listAdImages(params: ListAdImagesParams): CallOutcome<List<AdImage>>
  /**
   * Deletes an ad image, unless an ad creative uses it (IMG-022, IMG-044, IMG-047; SIL-010, SIL-148).
   *
   * `DELETE /act_{adAccount}/adimages` (Endpoints › Ad images). Errors: 100, 190, 200, 270, 2635, 80004.
   */
  deleteAdImage(params: DeleteAdImageParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Searches indicators of compromise with an application token, which sees all of them (THR-016,
   * SIL-180). A search with a text lists the best match first, any other search the newest indicator
   * first (SIL-175).
   *
   * `GET /threat_indicators` (Endpoints › Threat indicators). Errors: 100, 190, 200.
   */
  searchThreatIndicators(params?: SearchThreatIndicatorsParams): CallOutcome<List<ThreatIndicator>>
  /**
   * Lists the event statistics of a catalog for each of the 28 days before today, by event and event
   * source, and with the breakdown DEVICE_TYPE by device type too. Event sources that the caller cannot
   * access are left out (CAT-001, CAT-016, CAT-018, CAT-020, CAT-023, CAT-026).
   *
   * `GET /{catalog}/event_stats` (Endpoints › Catalog and feed upload). Errors: 100, 190, 200, 270,
   * 2635, 80004.
   */
  listEventStats(params: ListEventStatsParams): CallOutcome<
    List<{
      /** The event that was counted. */
      event?: 'ViewContent' | 'AddToCart' | 'Purchase'
      /** The day of the statistic, as `YYYY-MM-DD` in UTC. */
      date_start?: string
      /** The last day of the statistic: the same as `date_start`. */
      date_stop?: string
      /** The pixel or the app that reported the events. */
      event_source?: {
        /** The id of the event source. */
        id: string
        /** The kind of event source. */
        source_type: string
      }
      /** The type of device. Missing without the breakdown DEVICE_TYPE. */
      device_type?:
        | 'unknown'
        | 'desktop'
        | 'mobile_android_phone'
        | 'mobile_android_tablet'
        | 'mobile_ipad'
        | 'mobile_iphone'
        | 'mobile_ipod'
        | 'mobile_phone'
        | 'mobile_tablet'
        | 'mobile_windows_phone'
      /** The number of content ids that match an item of the catalog. */
      total_matched_content_ids?: number
      /** The number of content ids that match no item. */
      total_unmatched_content_ids?: number
      /** The number of distinct content ids that match an item. */
      unique_matched_content_ids?: number
      /** The number of distinct content ids that match no item. */
      unique_unmatched_content_ids?: number
    }>
  >
  /**
   * Lists the errors of a feed upload in the order of its rows. With `summary` the result has their
   * total number, on every page (CAT-002, CAT-036, CAT-038; SIL-171).
   *
   * `GET /{feedUpload}/errors` (Endpoints › Catalog and feed upload). Errors: 100, 190.
   */
  listFeedUploadErrors(params: ListFeedUploadErrorsParams): CallOutcome<
    List<UploadError> & {
      /** The totals of the list. Present only if the call asks for it. */
      summary?:
        | {
            /** The number of errors of the upload. */
            total_count: number
          }
        | undefined
    }
  >
  /**
   * Reads the current user: the person of a user token, or the id and name of the page of a page token.
   *
   * `GET /me` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  me(params?: MeParams): CallOutcome<User>
  /**
   * Reads a person. Only the token's own person sees more than the id and the name.
   *
   * `GET /{user}` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  readUser(params: ReadUserParams): CallOutcome<User>
  /**
   * Reads a page.
   *
   * `GET /{page}` (Endpoints › Reference endpoints). Errors: 100, 190, 200, 80001.
   */
  readPage(params: ReadPageParams): CallOutcome<Page>
  /**
   * Lists the pages on which a person has a task, each with a page token. Requires their user token.
   * `summary` has an effect only in a world with the policy `beyond: 'serve'`.
   *
   * `GET /{user}/accounts` (Authentication). Errors: 100, 190, 200.
   */
  listManagedPages(params: ListManagedPagesParams): CallOutcome<
    List<ManagedPage> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?:
        | {
            /** The number of all pages on which the person has a task. */
            total_count: number
          }
        | undefined
    }
  >
  /**
   * Reads an image, a video or an album. Requires a user token of its owner.
   *
   * `GET /{media}` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  readMedia(params: ReadMediaParams): CallOutcome<Media>
  /**
   * Lists the images and videos of an album, in its order. By default each item has only its id.
   *
   * `GET /{media}/children` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  listMediaChildren(params: ListMediaChildrenParams): CallOutcome<List<Media>>
  /**
   * Lists the images, videos and albums of a person, newest first. The items of albums are not listed.
   *
   * `GET /{user}/media` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  listUserMedia(params: ListUserMediaParams): CallOutcome<List<Media>>
  /**
   * Opens the authorization window: redirects the browser to `redirect_uri`. The query has a `code` if
   * the person that `setConsent` names for the app grants access, and `error=access_denied` if they deny
   * it, or if `setConsent` names no person for the app. The parameter `response_type` is required unless
   * the policy is `beyond: 'serve'`.
   *
   * `GET /oauth/authorize` (Endpoints › Reference endpoints). Errors: 100, 190, 200.
   */
  authorize(params: AuthorizeParams): CallOutcome<{
    /**
     * The URL of the redirect: `redirect_uri` with `code`, or with `error=access_denied`; and with the
     * `state` of the call, if it has one.
     */
    location: string
  }>
  /**
   * Issues a token to an app: a short-lived user token for a code of the authorization window, a
   * long-lived token for a valid one (`grant_type=fb_exchange_token`), or the app token
   * (`grant_type=client_credentials`).
   *
   * `GET /oauth/access_token` (Authentication). Errors: 100, 190, 200.
   */
  exchangeToken(params: ExchangeTokenParams): CallOutcome<{
    /** The new token. */
    access_token: string
    /** The type of the token: always `bearer`. */
    token_type: string
    /** In seconds; absent if the token never expires. */
    expires_in?: number | undefined
    /** Who has logged in, as a signed JSON Web Token; for a login with the permission openid. */
    id_token?: string | undefined
  }>
  /**
   * Makes up to 50 calls in their order. Each is a call of its own: one that fails undoes none of the
   * others. A call may refer to the result of an earlier call by its `name`, as in
   * `{result=posts:$.data.*.id}`. The contract does not describe batches; they exist because every
   * official client sends them (SIL-029).
   *
   * `POST /` (Endpoints). Errors: 100, 190.
   */
  batch(params: BatchParams): CallOutcome<
    (null | {
      /** The HTTP status of the call. */
      code: number
      /** The result of the call. */
      body: unknown
    })[]
  >
  /**
   * Reads up to 50 nodes, each as a read of its own with the parameters of this call. The answer is an
   * object of the nodes by their ids. If one read fails, the whole call fails with its error. The
   * contract does not describe it (SIL-029). With the policy `beyond: 'serve'`, a request can read an
   * edge of each node too, as in `/picture?ids=1,2`.
   *
   * `GET /` (Endpoints). Errors: 100, 190, 200, 270, 278, 368, 2635, 80001, 80004.
   */
  readMany(params: ReadManyParams): CallOutcome<{ [name: string]: unknown }>
  /**
   * Lists the apps that get the notices of a page. Requires a page token.
   *
   * `GET /{page}/subscribed_apps` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps/
   */
  listSubscribedApps(params: ListSubscribedAppsParams): CallOutcome<List<SubscribedApp>>
  /**
   * Installs the app of the token on a page, as the action `installApp` does. Its webhook gets the
   * notices of the page that are among `subscribed_fields`.
   *
   * `POST /{page}/subscribed_apps` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps/
   */
  subscribeApp(params: SubscribeAppParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Uninstalls the app of the token from a page, if it is installed, as the action `uninstallApp` does.
   *
   * `DELETE /{page}/subscribed_apps` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps/
   */
  unsubscribeApp(params: UnsubscribeAppParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the webhook of an app, if it has one. It is inactive until the handshake has succeeded.
   *
   * `GET /{app}/subscriptions` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
   */
  listSubscriptions(params: ListSubscriptionsParams): CallOutcome<{
    /** The subscriptions of the app: none or one. */
    data: {
      /** The kind of object that is watched. */
      object: 'page'
      /** Whether the handshake has succeeded. */
      active: boolean
      /** The fields that are watched. */
      fields: {
        /** The name of the field. */
        name: string
        /** The version of the notices, such as `v19.0`. */
        version: string
      }[]
      /** Absent for a webhook in the process of the world. */
      callback_url?: string | undefined
    }[]
  }>
  /**
   * Sets the webhook of an app, as the action `setWebhook` does: it queues the handshake, and notices
   * are queued only after the handshake has succeeded. The live service makes the handshake before it
   * answers.
   *
   * `POST /{app}/subscriptions` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
   */
  subscribe(params: SubscribeParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Removes the webhook of an app, if it has one, as the action `removeWebhook` does. With `fields`, it
   * removes only these, and the webhook with the last one.
   *
   * `DELETE /{app}/subscriptions` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
   */
  unsubscribe(params: UnsubscribeParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Opens the authorization window, like `authorize`: redirects the browser to `redirect_uri` with a
   * `code`, or with `error=access_denied`. The action `setConsent` decides which. The permission
   * public_profile is always granted. A scope that the live service does not know is refused if the
   * person administers the app, and left out for everybody else.
   *
   * `GET /dialog/oauth` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/
   */
  openLoginDialog(params: OpenLoginDialogParams): CallOutcome<{
    /**
     * The URL of the redirect: `redirect_uri` with `code`, or with `error=access_denied`; and with the
     * `state` of the call, if it has one.
     */
    location: string
  }>
  /**
   * Lists the permissions that a person granted the app of their token. Requires their user token.
   *
   * `GET /{user}/permissions` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/permissions/
   */
  listPermissions(params: ListPermissionsParams): CallOutcome<{
    /** The permissions that the user granted the app of the token. */
    data: {
      /** The name of the permission. */
      permission: string
      /** Always `granted`: permissions that were not granted are not listed. */
      status: 'granted'
    }[]
  }>
  /**
   * Removes an app from the account of a person: revokes their tokens for the app, and the page tokens
   * that come from them. Requires their user token. The permissions of a token never change, so no
   * single `permission` can be revoked.
   *
   * `DELETE /{user}/permissions` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/permissions/
   */
  revokePermissions(params: RevokePermissionsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Describes the token `input_token`: its kind, its app, its person and page, its permissions and its
   * expiry. Requires the application token of the same app, a user token of one of its administrators,
   * or the same token.
   *
   * `GET /debug_token` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/debug_token/
   */
  debugToken(params: DebugTokenParams): CallOutcome<{
    /** The description of the token. */
    data: {
      /** Whether calls with the token work now. */
      is_valid: boolean
      /** The permissions of the token. */
      scopes: string[]
      /** The id of the app of the token. */
      app_id?: string | undefined
      /** The kind of token. */
      type?: 'APP' | 'USER' | 'PAGE' | 'SYSTEM_USER' | undefined
      /** The name of the app of the token. */
      application?: string | undefined
      /** Why the token is not valid. Missing for a valid one. */
      error?:
        | {
            /** The number of the error. */
            code: number
            /** The text of the error. */
            message: string
            /**
             * The number that tells the causes of an error apart, such as 463 for an
             * expired token.
             */
            subcode?: number | undefined
          }
        | undefined
      /** When the token expires, as a Unix time in seconds; 0 if never. */
      expires_at?: number | undefined
      /** When the access to data expires, as a Unix time in seconds: always 0, never. */
      data_access_expires_at?: number | undefined
      /** The permissions as records. Each applies to all objects. */
      granular_scopes?:
        | {
            /** The name of the permission. */
            scope: string
          }[]
        | undefined
      /** The id of the person of the token. Missing for an app token. */
      user_id?: string | undefined
      /** The id of the page of a page token. Missing for other tokens. */
      profile_id?: string | undefined
    }
  }>
  /**
   * Reads what everyone sees of an app. Requires any token.
   *
   * `GET /{app}` (Beyond the description). Errors: 100, 190.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/application/
   */
  readApp(params: ReadAppParams): CallOutcome<{
    /** The id of the record. */
    id: string
    /** The name of the app. */
    name?: string
    /** The URL of the app. */
    link?: string
    /** The category of the app: always `Business`. */
    category?: string
  }>
  /**
   * Redirects to the profile picture of a person, or describes it (`redirect=0`). Every person has the
   * same silhouette, because no action gives a person a profile picture. Requires any token.
   *
   * `GET /{user}/picture` (Beyond the description). Errors: 100, 190.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/picture/
   */
  readUserPicture(params: ReadUserPictureParams): CallOutcome<
    | ProfilePicture
    | {
        /** The URL of the picture; for a redirect. */
        location: string
      }
  >
  /**
   * Redirects to the profile picture of a page, or describes it (`redirect=0`). Requires any token.
   *
   * `GET /{page}/picture` (Beyond the description). Errors: 100, 190, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/picture/
   */
  readPagePicture(params: ReadPagePictureParams): CallOutcome<
    | ProfilePicture
    | {
        /** The URL of the picture; for a redirect. */
        location: string
      }
  >
  /**
   * Lists the comments on a photo: those on the post that its upload made. Any other photo has none.
   *
   * `GET /{photo}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  listPhotoComments(params: ListPhotoCommentsParams): CallOutcome<
    List<Comment> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: CommentsSummary | undefined
    }
  >
  /**
   * Comments on a photo as the page, on the post that its upload made. Requires a page token.
   *
   * `POST /{photo}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  commentOnPhoto(params: CommentOnPhotoParams): CallOutcome<Comment>
  /**
   * Lists the pages and people that like a photo: those of the post that its upload made.
   *
   * `GET /{photo}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  listPhotoLikes(params: ListPhotoLikesParams): CallOutcome<
    List<Like> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: LikesSummary | undefined
    }
  >
  /**
   * Likes a photo as the page, with the post that its upload made. Requires a page token.
   *
   * `POST /{photo}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  likePhoto(params: LikePhotoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Takes back the like of the page, if there is one. Requires a page token.
   *
   * `DELETE /{photo}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  unlikePhoto(params: UnlikePhotoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the published posts of a page, newest first, without the posts of its visitors. The limits of
   * the feed apply.
   *
   * `GET /{page}/posts` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/published_posts/
   */
  listPagePosts(params: ListPagePostsParams): CallOutcome<List<Post>>
  /**
   * Lists the scheduled posts of a page, newest first. Requires a page token.
   *
   * `GET /{page}/scheduled_posts` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/scheduled_posts/
   */
  listScheduledPosts(params: ListScheduledPostsParams): CallOutcome<List<Post>>
  /**
   * Changes a post of the app of the token: its message; with `is_published=true` it publishes an
   * unpublished post now; with `scheduled_publish_time` it moves the publication of a scheduled post.
   *
   * `POST /{post}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/pages-api/posts
   */
  updatePost(params: UpdatePostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the comments on a post, oldest first; with `summary` it adds their total number.
   *
   * `GET /{post}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  listPostComments(params: ListPostCommentsParams): CallOutcome<
    List<Comment> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: CommentsSummary | undefined
    }
  >
  /**
   * Comments on a post as the page. Requires a page token. The text can mention pages as `@[id]`.
   *
   * `POST /{post}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  createComment(params: CreateCommentParams): CallOutcome<Comment>
  /**
   * Lists the pages and people that like a post, newest first; with `summary` it adds their total
   * number. A page token sees all; any other token sees pages, and its own person.
   *
   * `GET /{post}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  listPostLikes(params: ListPostLikesParams): CallOutcome<
    List<Like> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: LikesSummary | undefined
    }
  >
  /**
   * Lists the pages and people that reacted to a post, newest first, with the type of each reaction;
   * with `summary` it adds their total number. Tokens see the same profiles as in the likes.
   *
   * `GET /{post}/reactions` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/reactions/
   */
  listPostReactions(params: ListPostReactionsParams): CallOutcome<
    List<Reaction> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: ReactionsSummary | undefined
    }
  >
  /**
   * Likes a post as the page, if the page does not like it yet. Requires a page token.
   *
   * `POST /{post}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  likePost(params: LikePostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Takes back the like of the page, if there is one. Requires a page token.
   *
   * `DELETE /{post}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  unlikePost(params: UnlikePostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Reads a comment on a post, like the list of the comments on it.
   *
   * `GET /{comment}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/comment/
   */
  readComment(params: ReadCommentParams): CallOutcome<Comment>
  /**
   * Deletes a comment on a post of the page with its replies, whoever wrote it. Requires a page token.
   *
   * `DELETE /{comment}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/comment/
   */
  deleteComment(params: DeleteCommentParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Changes a comment of the page, or hides or shows that of somebody else. Requires a page token.
   *
   * `POST /{comment}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/comment/
   */
  updateComment(params: UpdateCommentParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the replies to a comment, oldest first. A reply has none.
   *
   * `GET /{comment}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  listCommentReplies(params: ListCommentRepliesParams): CallOutcome<List<Comment>>
  /**
   * Replies to a comment as the page. Requires a page token. A reply to a reply is one to its comment.
   *
   * `POST /{comment}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  replyToComment(params: ReplyToCommentParams): CallOutcome<Comment>
  /**
   * Lists the pages and people that like a comment, like the likes of a post.
   *
   * `GET /{comment}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  listCommentLikes(params: ListCommentLikesParams): CallOutcome<
    List<Like> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: LikesSummary | undefined
    }
  >
  /**
   * Lists the pages and people that reacted to a comment, like the reactions to a post.
   *
   * `GET /{comment}/reactions` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/reactions/
   */
  listCommentReactions(params: ListCommentReactionsParams): CallOutcome<
    List<Reaction> & {
      /** The totals of the list. Present only if the read asks for them. */
      summary?: ReactionsSummary | undefined
    }
  >
  /**
   * Likes a comment as the page, if the page does not like it yet. Requires a page token.
   *
   * `POST /{comment}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  likeComment(params: LikeCommentParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Takes back the like of the page, if there is one. Requires a page token.
   *
   * `DELETE /{comment}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  unlikeComment(params: UnlikeCommentParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the albums of a page, newest first.
   *
   * `GET /{page}/albums` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/albums/
   */
  listPageAlbums(params: ListPageAlbumsParams): CallOutcome<List<Album>>
  /**
   * Makes an album of a page, which photos can be added to.
   *
   * `POST /{page}/albums` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/albums/
   */
  createAlbum(params: CreateAlbumParams): CallOutcome<Album>
  /**
   * Reads an album.
   *
   * `GET /{album}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/album/
   */
  readAlbum(params: ReadAlbumParams): CallOutcome<Album>
  /**
   * Lists the published photos of an album, newest first.
   *
   * `GET /{album}/photos` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/album/photos/
   */
  listAlbumPhotos(params: ListAlbumPhotosParams): CallOutcome<List<Photo>>
  /**
   * Uploads a photo to an album, like `uploadPagePhoto`.
   *
   * `POST /{album}/photos` (Beyond the description). Errors: 100, 190, 200, 324, 368, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/album/photos/
   */
  uploadAlbumPhoto(params: UploadAlbumPhotoParams): CallOutcome<
    Photo & {
      /**
       * The id of the post about the photo. Missing for an unpublished photo, unless the policy says
       * otherwise.
       */
      post_id?: string | undefined
    }
  >
  /**
   * Reads insights of a page, as `recordInsights` recorded them: a value for each day, which counts the
   * day, the week or the 28 days before its end. Days are those of UTC. Requires a page token.
   *
   * `GET /{page}/insights` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/insights/
   */
  listPageInsights(params: ListPageInsightsParams): CallOutcome<
    List<{
      /** The name of the metric. */
      name: string
      /** The period that each value counts. */
      period: 'day' | 'week' | 'days_28' | 'lifetime'
      /** The values, one for each day; one alone for a lifetime. */
      values: {
        /** The count. */
        value: number
        /** The end of the period. Missing for a lifetime. */
        end_time?: string | undefined
      }[]
      /** The title of the metric. */
      title: string
      /** What the metric counts. */
      description: string
      /** The id of the insight. */
      id: string
    }>
  >
  /**
   * Reads insights of a post, as `recordInsights` recorded them: by default of its lifetime.
   *
   * `GET /{post}/insights` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/insights/
   */
  listPostInsights(params: ListPostInsightsParams): CallOutcome<
    List<{
      /** The name of the metric. */
      name: string
      /** The period that each value counts. */
      period: 'day' | 'week' | 'days_28' | 'lifetime'
      /** The values, one for each day; one alone for a lifetime. */
      values: {
        /** The count. */
        value: number
        /** The end of the period. Missing for a lifetime. */
        end_time?: string | undefined
      }[]
      /** The title of the metric. */
      title: string
      /** What the metric counts. */
      description: string
      /** The id of the insight. */
      id: string
    }>
  >
  /**
   * Lists the videos of a page, newest first: the public ones, or all for callers with a task on the
   * page.
   *
   * `GET /{page}/videos` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/videos/
   */
  listPageVideos(params: ListPageVideosParams): CallOutcome<List<Video>>
  /**
   * Uploads a video for a page, from a file or a URL, at once or in parts. It is processed for ten
   * seconds of virtual time. Its bytes are not kept, and no post is made of it.
   *
   * `POST /{page}/videos` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/videos/
   */
  uploadPageVideo(params: UploadPageVideoParams): CallOutcome<{
    /** The id of the video. */
    id?: string | undefined
    /** The id of the video whose upload in parts has started. */
    video_id?: string | undefined
    /** The id of the upload. */
    upload_session_id?: string | undefined
    /** The place of the next part. */
    start_offset?: string | undefined
    /** The end of the next part. The upload is complete if it is equal to `start_offset`. */
    end_offset?: string | undefined
    /** Whether the upload is finished, or was cancelled. */
    success?: boolean | undefined
  }>
  /**
   * Reads a video of a page.
   *
   * `GET /{video}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/video/
   */
  readVideo(params: ReadVideoParams): CallOutcome<Video>
  /**
   * Changes the title and the text of a video.
   *
   * `POST /{video}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/video/
   */
  updateVideo(params: UpdateVideoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Deletes a video.
   *
   * `DELETE /{video}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/video/
   */
  deleteVideo(params: DeleteVideoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Reads the Instagram account of a page, with a task on the page.
   *
   * `GET /{instagramAccount}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/
   */
  readInstagramAccount(params: ReadInstagramAccountParams): CallOutcome<InstagramAccount>
  /**
   * Lists the media of an Instagram account, newest first, without stories and without the items of
   * albums.
   *
   * `GET /{instagramAccount}/media` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/media/
   */
  listInstagramMedia(params: ListInstagramMediaParams): CallOutcome<List<InstagramMedia>>
  /**
   * Lists the stories of the last 24 hours of an Instagram account, newest first.
   *
   * `GET /{instagramAccount}/stories` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/stories/
   */
  listInstagramStories(params: ListInstagramStoriesParams): CallOutcome<List<InstagramMedia>>
  /**
   * Makes a container of media: an image, a reel, a story, an item of an album, or an album of such
   * items. A video is processed for ten seconds of virtual time. A container that is not published ends
   * after 24 hours.
   *
   * `POST /{instagramAccount}/media` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/media/
   */
  createMediaContainer(params: CreateMediaContainerParams): CallOutcome<MediaContainer>
  /**
   * Publishes the media of a container whose `status_code` is FINISHED: at most 100 in a rolling day.
   *
   * `POST /{instagramAccount}/media_publish` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/media_publish/
   */
  publishMediaContainer(params: PublishMediaContainerParams): CallOutcome<InstagramMedia>
  /**
   * Reads how many media an Instagram account has published in the last day, and how many it may.
   *
   * `GET /{instagramAccount}/content_publishing_limit` (Beyond the description). Errors: 100, 190, 200,
   * 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-user/content_publishing_limit/
   */
  readPublishingLimit(params: ReadPublishingLimitParams): CallOutcome<{
    /** The one record. */
    data: {
      /** The published media of the last day. An album counts once. */
      quota_usage: number
      /** The limit. */
      config: {
        /** The most media in the time. */
        quota_total: number
        /** The time in seconds. */
        quota_duration: number
      }
    }[]
  }>
  /**
   * Reads a container of media: its state says whether it can be published.
   *
   * `GET /{mediaContainer}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-container/
   */
  readMediaContainer(params: ReadMediaContainerParams): CallOutcome<MediaContainer>
  /**
   * Reads media of an Instagram account.
   *
   * `GET /{instagramMedia}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-media/
   */
  readInstagramMedia(params: ReadInstagramMediaParams): CallOutcome<InstagramMedia>
  /**
   * Lists the items of an album in its order, all at once; none of other media.
   *
   * `GET /{instagramMedia}/children` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/instagram-api/reference/ig-media/children/
   */
  listInstagramItems(params: ListInstagramItemsParams): CallOutcome<{
    /** The items. */
    data: InstagramItem[]
  }>
  /**
   * Lists the lead forms of a page, newest first, archived ones too. `filtering` tests ids, names,
   * statuses and times. Requires a page token.
   *
   * `GET /{page}/leadgen_forms` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/
   */
  listLeadForms(params: ListLeadFormsParams): CallOutcome<List<LeadForm>>
  /**
   * Reads a lead form: its questions, its page, and the number of its leads.
   *
   * `GET /{form}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving/
   */
  readLeadForm(params: ReadLeadFormParams): CallOutcome<LeadForm>
  /**
   * Lists the test lead of a form, if it has one.
   *
   * `GET /{form}/test_leads` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting/
   */
  listTestLeads(params: ListTestLeadsParams): CallOutcome<List<Lead>>
  /**
   * Makes a test lead of a form. It is a lead without an ad, of which apps get a notice. A form has at
   * most one: delete it before you make another one.
   *
   * `POST /{form}/test_leads` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting/
   */
  createTestLead(params: CreateTestLeadParams): CallOutcome<{
    /** The id of the lead. */
    id: string
  }>
  /**
   * Deletes a test lead. No other lead can be deleted.
   *
   * `DELETE /{lead}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting/
   */
  deleteTestLead(params: DeleteTestLeadParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Lists the ad accounts on which a person has a role. Requires their user token.
   *
   * `GET /{user}/adaccounts` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/adaccounts/
   */
  listAdAccounts(params: ListAdAccountsParams): CallOutcome<List<AdAccount>>
  /**
   * Lists the ad sets of an ad account, newest first, without deleted ones, and without archived ones
   * unless `effective_status` names ARCHIVED. `filtering` tests ids, names, times and effective
   * statuses.
   *
   * `GET /act_{adAccount}/adsets` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets/
   */
  listAdSets(params: ListAdSetsParams): CallOutcome<List<AdSet>>
  /**
   * Lists the ads of an ad account, newest first, like the ad sets.
   *
   * `GET /act_{adAccount}/ads` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads/
   */
  listAds(params: ListAdsParams): CallOutcome<List<Ad>>
  /**
   * Creates an ad set in a campaign of the ad account, by the rules of the action `createAdSet`. It is
   * paused unless `status` is ACTIVE.
   *
   * `POST /act_{adAccount}/adsets` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets/
   */
  addAdSet(params: AddAdSetParams): CallOutcome<
    AdSet & {
      /** True: a call that fails has an error instead. */
      success: boolean
    }
  >
  /**
   * Lists the creatives of an ad account, newest first, without deleted ones.
   *
   * `GET /act_{adAccount}/adcreatives` (Beyond the description). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives/
   */
  listCreatives(params: ListCreativesParams): CallOutcome<List<Creative>>
  /**
   * Reads an ad image by its id: that of the ad account without `act_`, a colon, and its hash.
   *
   * `GET /{adImage}` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-image/
   */
  readAdImage(params: ReadAdImageParams): CallOutcome<AdImage>
  /**
   * Reads an indicator of compromise by its id. Requires an application token.
   *
   * `GET /{threatIndicator}` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/threat-exchange/reference/apis/threat-indicator/
   */
  readThreatIndicator(params: ReadThreatIndicatorParams): CallOutcome<ThreatIndicator>
  /**
   * Reads what the ads of an ad account achieved, as `recordAdResults` recorded it: added up for the
   * account, or for each campaign, ad set or ad; for the whole period, or for parts of it; for the whole
   * audience, or for its `breakdowns`. Days are those of the time zone of the account. `time_range`
   * takes precedence over `date_preset`.
   *
   * `GET /act_{adAccount}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights/
   */
  listInsights(params: ListInsightsParams): CallOutcome<
    List<{
      /** The country. Present with its breakdown. */
      country?: string
      /** The number of actions of each type. Missing without actions. */
      actions?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /**
       * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
       * twice.
       */
      reach?: string
      /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
      objective?: string
      /** The cost in units of the currency, such as `12.34`. */
      spend?: string
      /** The number of times that ads were shown, as text. */
      impressions?: string
      /** The number of clicks, as text. */
      clicks?: string
      /** The age group. Present with its breakdown. */
      age?: string
      /** The gender. Present with its breakdown. */
      gender?: string
      /** The region. Present with its breakdown. */
      region?: string
      /** The platform that showed the ad. Present with its breakdown. */
      publisher_platform?: string
      /** The place on the platform. Present with its breakdown. */
      platform_position?: string
      /** The device that showed the ad. Present with its breakdown. */
      impression_device?: string
      /** The kind of device. Present with its breakdown. */
      device_platform?: string
      /** The id of the ad account, without the prefix `act_`. */
      account_id?: string
      /** The id of the ad set. Missing above the level of ad sets. */
      adset_id?: string
      /** The id of the campaign. Missing at the level of accounts. */
      campaign_id?: string
      /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
      optimization_goal?: string
      /** The buying type of the campaign. Missing at the level of accounts. */
      buying_type?: string
      /** The first day, as `YYYY-MM-DD`. */
      date_start?: string
      /** The last day, included, as `YYYY-MM-DD`. */
      date_stop?: string
      /** The id of the ad. Missing above the level of ads. */
      ad_id?: string
      /** The name of the ad. Missing above the level of ads. */
      ad_name?: string
      /** The name of the ad set. Missing above the level of ad sets. */
      adset_name?: string
      /** The name of the campaign. Missing at the level of accounts. */
      campaign_name?: string
      /** The name of the ad account. */
      account_name?: string
      /** The ISO 4217 code of the currency of the amounts. */
      account_currency?: string
      /** The impressions for each person who was reached. */
      frequency?: string
      /** The clicks for 100 impressions. */
      ctr?: string
      /** The cost of a click. */
      cpc?: string
      /** The cost of 1,000 impressions. */
      cpm?: string
      /** The cost of reaching 1,000 people. */
      cpp?: string
      /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
      wish_bid?: string
      /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
      action_values?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The cost of an action of each type. Missing without actions. */
      cost_per_action_type?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
      purchase_roas?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The number of actions `link_click`, as text. */
      inline_link_clicks?: string
      /** The actions `link_click` for 100 impressions. */
      inline_link_click_ctr?: string
      /** The cost of an action `link_click`. */
      cost_per_inline_link_click?: string
      /** The number of actions `post_engagement`, as text. */
      inline_post_engagement?: string
    }> & {
      /** The results on all pages, added up. Present if the read asks for it and there are any. */
      summary?:
        | {
            /** The country. Present with its breakdown. */
            country?: string
            /** The number of actions of each type. Missing without actions. */
            actions?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /**
             * The number of people who saw an ad, as text. It adds up days and ads, so it can count
             * a person twice.
             */
            reach?: string
            /**
             * The objective of the campaign. Missing at the level of accounts, and without an
             * objective.
             */
            objective?: string
            /** The cost in units of the currency, such as `12.34`. */
            spend?: string
            /** The number of times that ads were shown, as text. */
            impressions?: string
            /** The number of clicks, as text. */
            clicks?: string
            /** The age group. Present with its breakdown. */
            age?: string
            /** The gender. Present with its breakdown. */
            gender?: string
            /** The region. Present with its breakdown. */
            region?: string
            /** The platform that showed the ad. Present with its breakdown. */
            publisher_platform?: string
            /** The place on the platform. Present with its breakdown. */
            platform_position?: string
            /** The device that showed the ad. Present with its breakdown. */
            impression_device?: string
            /** The kind of device. Present with its breakdown. */
            device_platform?: string
            /** The id of the ad account, without the prefix `act_`. */
            account_id?: string
            /** The id of the ad set. Missing above the level of ad sets. */
            adset_id?: string
            /** The id of the campaign. Missing at the level of accounts. */
            campaign_id?: string
            /**
             * The optimization goal of the ad set. Missing above the level of ad sets, and without a
             * goal.
             */
            optimization_goal?: string
            /** The buying type of the campaign. Missing at the level of accounts. */
            buying_type?: string
            /** The first day, as `YYYY-MM-DD`. */
            date_start?: string
            /** The last day, included, as `YYYY-MM-DD`. */
            date_stop?: string
            /** The id of the ad. Missing above the level of ads. */
            ad_id?: string
            /** The name of the ad. Missing above the level of ads. */
            ad_name?: string
            /** The name of the ad set. Missing above the level of ad sets. */
            adset_name?: string
            /** The name of the campaign. Missing at the level of accounts. */
            campaign_name?: string
            /** The name of the ad account. */
            account_name?: string
            /** The ISO 4217 code of the currency of the amounts. */
            account_currency?: string
            /** The impressions for each person who was reached. */
            frequency?: string
            /** The clicks for 100 impressions. */
            ctr?: string
            /** The cost of a click. */
            cpc?: string
            /** The cost of 1,000 impressions. */
            cpm?: string
            /** The cost of reaching 1,000 people. */
            cpp?: string
            /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
            wish_bid?: string
            /**
             * The value of the actions of each type, in units of the currency. Missing if none has a
             * value.
             */
            action_values?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The cost of an action of each type. Missing without actions. */
            cost_per_action_type?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
            purchase_roas?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The number of actions `link_click`, as text. */
            inline_link_clicks?: string
            /** The actions `link_click` for 100 impressions. */
            inline_link_click_ctr?: string
            /** The cost of an action `link_click`. */
            cost_per_inline_link_click?: string
            /** The number of actions `post_engagement`, as text. */
            inline_post_engagement?: string
          }
        | undefined
    }
  >
  /**
   * Reads what the ads of a campaign achieved, like the insights of an ad account.
   *
   * `GET /{campaign}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights/
   */
  listCampaignInsights(params: ListCampaignInsightsParams): CallOutcome<
    List<{
      /** The country. Present with its breakdown. */
      country?: string
      /** The number of actions of each type. Missing without actions. */
      actions?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /**
       * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
       * twice.
       */
      reach?: string
      /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
      objective?: string
      /** The cost in units of the currency, such as `12.34`. */
      spend?: string
      /** The number of times that ads were shown, as text. */
      impressions?: string
      /** The number of clicks, as text. */
      clicks?: string
      /** The age group. Present with its breakdown. */
      age?: string
      /** The gender. Present with its breakdown. */
      gender?: string
      /** The region. Present with its breakdown. */
      region?: string
      /** The platform that showed the ad. Present with its breakdown. */
      publisher_platform?: string
      /** The place on the platform. Present with its breakdown. */
      platform_position?: string
      /** The device that showed the ad. Present with its breakdown. */
      impression_device?: string
      /** The kind of device. Present with its breakdown. */
      device_platform?: string
      /** The id of the ad account, without the prefix `act_`. */
      account_id?: string
      /** The id of the ad set. Missing above the level of ad sets. */
      adset_id?: string
      /** The id of the campaign. Missing at the level of accounts. */
      campaign_id?: string
      /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
      optimization_goal?: string
      /** The buying type of the campaign. Missing at the level of accounts. */
      buying_type?: string
      /** The first day, as `YYYY-MM-DD`. */
      date_start?: string
      /** The last day, included, as `YYYY-MM-DD`. */
      date_stop?: string
      /** The id of the ad. Missing above the level of ads. */
      ad_id?: string
      /** The name of the ad. Missing above the level of ads. */
      ad_name?: string
      /** The name of the ad set. Missing above the level of ad sets. */
      adset_name?: string
      /** The name of the campaign. Missing at the level of accounts. */
      campaign_name?: string
      /** The name of the ad account. */
      account_name?: string
      /** The ISO 4217 code of the currency of the amounts. */
      account_currency?: string
      /** The impressions for each person who was reached. */
      frequency?: string
      /** The clicks for 100 impressions. */
      ctr?: string
      /** The cost of a click. */
      cpc?: string
      /** The cost of 1,000 impressions. */
      cpm?: string
      /** The cost of reaching 1,000 people. */
      cpp?: string
      /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
      wish_bid?: string
      /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
      action_values?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The cost of an action of each type. Missing without actions. */
      cost_per_action_type?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
      purchase_roas?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The number of actions `link_click`, as text. */
      inline_link_clicks?: string
      /** The actions `link_click` for 100 impressions. */
      inline_link_click_ctr?: string
      /** The cost of an action `link_click`. */
      cost_per_inline_link_click?: string
      /** The number of actions `post_engagement`, as text. */
      inline_post_engagement?: string
    }> & {
      /** The results on all pages, added up. Present if the read asks for it and there are any. */
      summary?:
        | {
            /** The country. Present with its breakdown. */
            country?: string
            /** The number of actions of each type. Missing without actions. */
            actions?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /**
             * The number of people who saw an ad, as text. It adds up days and ads, so it can count
             * a person twice.
             */
            reach?: string
            /**
             * The objective of the campaign. Missing at the level of accounts, and without an
             * objective.
             */
            objective?: string
            /** The cost in units of the currency, such as `12.34`. */
            spend?: string
            /** The number of times that ads were shown, as text. */
            impressions?: string
            /** The number of clicks, as text. */
            clicks?: string
            /** The age group. Present with its breakdown. */
            age?: string
            /** The gender. Present with its breakdown. */
            gender?: string
            /** The region. Present with its breakdown. */
            region?: string
            /** The platform that showed the ad. Present with its breakdown. */
            publisher_platform?: string
            /** The place on the platform. Present with its breakdown. */
            platform_position?: string
            /** The device that showed the ad. Present with its breakdown. */
            impression_device?: string
            /** The kind of device. Present with its breakdown. */
            device_platform?: string
            /** The id of the ad account, without the prefix `act_`. */
            account_id?: string
            /** The id of the ad set. Missing above the level of ad sets. */
            adset_id?: string
            /** The id of the campaign. Missing at the level of accounts. */
            campaign_id?: string
            /**
             * The optimization goal of the ad set. Missing above the level of ad sets, and without a
             * goal.
             */
            optimization_goal?: string
            /** The buying type of the campaign. Missing at the level of accounts. */
            buying_type?: string
            /** The first day, as `YYYY-MM-DD`. */
            date_start?: string
            /** The last day, included, as `YYYY-MM-DD`. */
            date_stop?: string
            /** The id of the ad. Missing above the level of ads. */
            ad_id?: string
            /** The name of the ad. Missing above the level of ads. */
            ad_name?: string
            /** The name of the ad set. Missing above the level of ad sets. */
            adset_name?: string
            /** The name of the campaign. Missing at the level of accounts. */
            campaign_name?: string
            /** The name of the ad account. */
            account_name?: string
            /** The ISO 4217 code of the currency of the amounts. */
            account_currency?: string
            /** The impressions for each person who was reached. */
            frequency?: string
            /** The clicks for 100 impressions. */
            ctr?: string
            /** The cost of a click. */
            cpc?: string
            /** The cost of 1,000 impressions. */
            cpm?: string
            /** The cost of reaching 1,000 people. */
            cpp?: string
            /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
            wish_bid?: string
            /**
             * The value of the actions of each type, in units of the currency. Missing if none has a
             * value.
             */
            action_values?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The cost of an action of each type. Missing without actions. */
            cost_per_action_type?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
            purchase_roas?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The number of actions `link_click`, as text. */
            inline_link_clicks?: string
            /** The actions `link_click` for 100 impressions. */
            inline_link_click_ctr?: string
            /** The cost of an action `link_click`. */
            cost_per_inline_link_click?: string
            /** The number of actions `post_engagement`, as text. */
            inline_post_engagement?: string
          }
        | undefined
    }
  >
  /**
   * Reads what the ads of an ad set achieved, like the insights of an ad account.
   *
   * `GET /{adSet}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/insights/
   */
  listAdSetInsights(params: ListAdSetInsightsParams): CallOutcome<
    List<{
      /** The country. Present with its breakdown. */
      country?: string
      /** The number of actions of each type. Missing without actions. */
      actions?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /**
       * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
       * twice.
       */
      reach?: string
      /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
      objective?: string
      /** The cost in units of the currency, such as `12.34`. */
      spend?: string
      /** The number of times that ads were shown, as text. */
      impressions?: string
      /** The number of clicks, as text. */
      clicks?: string
      /** The age group. Present with its breakdown. */
      age?: string
      /** The gender. Present with its breakdown. */
      gender?: string
      /** The region. Present with its breakdown. */
      region?: string
      /** The platform that showed the ad. Present with its breakdown. */
      publisher_platform?: string
      /** The place on the platform. Present with its breakdown. */
      platform_position?: string
      /** The device that showed the ad. Present with its breakdown. */
      impression_device?: string
      /** The kind of device. Present with its breakdown. */
      device_platform?: string
      /** The id of the ad account, without the prefix `act_`. */
      account_id?: string
      /** The id of the ad set. Missing above the level of ad sets. */
      adset_id?: string
      /** The id of the campaign. Missing at the level of accounts. */
      campaign_id?: string
      /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
      optimization_goal?: string
      /** The buying type of the campaign. Missing at the level of accounts. */
      buying_type?: string
      /** The first day, as `YYYY-MM-DD`. */
      date_start?: string
      /** The last day, included, as `YYYY-MM-DD`. */
      date_stop?: string
      /** The id of the ad. Missing above the level of ads. */
      ad_id?: string
      /** The name of the ad. Missing above the level of ads. */
      ad_name?: string
      /** The name of the ad set. Missing above the level of ad sets. */
      adset_name?: string
      /** The name of the campaign. Missing at the level of accounts. */
      campaign_name?: string
      /** The name of the ad account. */
      account_name?: string
      /** The ISO 4217 code of the currency of the amounts. */
      account_currency?: string
      /** The impressions for each person who was reached. */
      frequency?: string
      /** The clicks for 100 impressions. */
      ctr?: string
      /** The cost of a click. */
      cpc?: string
      /** The cost of 1,000 impressions. */
      cpm?: string
      /** The cost of reaching 1,000 people. */
      cpp?: string
      /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
      wish_bid?: string
      /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
      action_values?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The cost of an action of each type. Missing without actions. */
      cost_per_action_type?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
      purchase_roas?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The number of actions `link_click`, as text. */
      inline_link_clicks?: string
      /** The actions `link_click` for 100 impressions. */
      inline_link_click_ctr?: string
      /** The cost of an action `link_click`. */
      cost_per_inline_link_click?: string
      /** The number of actions `post_engagement`, as text. */
      inline_post_engagement?: string
    }> & {
      /** The results on all pages, added up. Present if the read asks for it and there are any. */
      summary?:
        | {
            /** The country. Present with its breakdown. */
            country?: string
            /** The number of actions of each type. Missing without actions. */
            actions?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /**
             * The number of people who saw an ad, as text. It adds up days and ads, so it can count
             * a person twice.
             */
            reach?: string
            /**
             * The objective of the campaign. Missing at the level of accounts, and without an
             * objective.
             */
            objective?: string
            /** The cost in units of the currency, such as `12.34`. */
            spend?: string
            /** The number of times that ads were shown, as text. */
            impressions?: string
            /** The number of clicks, as text. */
            clicks?: string
            /** The age group. Present with its breakdown. */
            age?: string
            /** The gender. Present with its breakdown. */
            gender?: string
            /** The region. Present with its breakdown. */
            region?: string
            /** The platform that showed the ad. Present with its breakdown. */
            publisher_platform?: string
            /** The place on the platform. Present with its breakdown. */
            platform_position?: string
            /** The device that showed the ad. Present with its breakdown. */
            impression_device?: string
            /** The kind of device. Present with its breakdown. */
            device_platform?: string
            /** The id of the ad account, without the prefix `act_`. */
            account_id?: string
            /** The id of the ad set. Missing above the level of ad sets. */
            adset_id?: string
            /** The id of the campaign. Missing at the level of accounts. */
            campaign_id?: string
            /**
             * The optimization goal of the ad set. Missing above the level of ad sets, and without a
             * goal.
             */
            optimization_goal?: string
            /** The buying type of the campaign. Missing at the level of accounts. */
            buying_type?: string
            /** The first day, as `YYYY-MM-DD`. */
            date_start?: string
            /** The last day, included, as `YYYY-MM-DD`. */
            date_stop?: string
            /** The id of the ad. Missing above the level of ads. */
            ad_id?: string
            /** The name of the ad. Missing above the level of ads. */
            ad_name?: string
            /** The name of the ad set. Missing above the level of ad sets. */
            adset_name?: string
            /** The name of the campaign. Missing at the level of accounts. */
            campaign_name?: string
            /** The name of the ad account. */
            account_name?: string
            /** The ISO 4217 code of the currency of the amounts. */
            account_currency?: string
            /** The impressions for each person who was reached. */
            frequency?: string
            /** The clicks for 100 impressions. */
            ctr?: string
            /** The cost of a click. */
            cpc?: string
            /** The cost of 1,000 impressions. */
            cpm?: string
            /** The cost of reaching 1,000 people. */
            cpp?: string
            /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
            wish_bid?: string
            /**
             * The value of the actions of each type, in units of the currency. Missing if none has a
             * value.
             */
            action_values?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The cost of an action of each type. Missing without actions. */
            cost_per_action_type?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
            purchase_roas?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The number of actions `link_click`, as text. */
            inline_link_clicks?: string
            /** The actions `link_click` for 100 impressions. */
            inline_link_click_ctr?: string
            /** The cost of an action `link_click`. */
            cost_per_inline_link_click?: string
            /** The number of actions `post_engagement`, as text. */
            inline_post_engagement?: string
          }
        | undefined
    }
  >
  /**
   * Reads what an ad achieved, like the insights of an ad account.
   *
   * `GET /{ad}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/adgroup/insights/
   */
  listAdInsights(params: ListAdInsightsParams): CallOutcome<
    List<{
      /** The country. Present with its breakdown. */
      country?: string
      /** The number of actions of each type. Missing without actions. */
      actions?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /**
       * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
       * twice.
       */
      reach?: string
      /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
      objective?: string
      /** The cost in units of the currency, such as `12.34`. */
      spend?: string
      /** The number of times that ads were shown, as text. */
      impressions?: string
      /** The number of clicks, as text. */
      clicks?: string
      /** The age group. Present with its breakdown. */
      age?: string
      /** The gender. Present with its breakdown. */
      gender?: string
      /** The region. Present with its breakdown. */
      region?: string
      /** The platform that showed the ad. Present with its breakdown. */
      publisher_platform?: string
      /** The place on the platform. Present with its breakdown. */
      platform_position?: string
      /** The device that showed the ad. Present with its breakdown. */
      impression_device?: string
      /** The kind of device. Present with its breakdown. */
      device_platform?: string
      /** The id of the ad account, without the prefix `act_`. */
      account_id?: string
      /** The id of the ad set. Missing above the level of ad sets. */
      adset_id?: string
      /** The id of the campaign. Missing at the level of accounts. */
      campaign_id?: string
      /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
      optimization_goal?: string
      /** The buying type of the campaign. Missing at the level of accounts. */
      buying_type?: string
      /** The first day, as `YYYY-MM-DD`. */
      date_start?: string
      /** The last day, included, as `YYYY-MM-DD`. */
      date_stop?: string
      /** The id of the ad. Missing above the level of ads. */
      ad_id?: string
      /** The name of the ad. Missing above the level of ads. */
      ad_name?: string
      /** The name of the ad set. Missing above the level of ad sets. */
      adset_name?: string
      /** The name of the campaign. Missing at the level of accounts. */
      campaign_name?: string
      /** The name of the ad account. */
      account_name?: string
      /** The ISO 4217 code of the currency of the amounts. */
      account_currency?: string
      /** The impressions for each person who was reached. */
      frequency?: string
      /** The clicks for 100 impressions. */
      ctr?: string
      /** The cost of a click. */
      cpc?: string
      /** The cost of 1,000 impressions. */
      cpm?: string
      /** The cost of reaching 1,000 people. */
      cpp?: string
      /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
      wish_bid?: string
      /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
      action_values?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The cost of an action of each type. Missing without actions. */
      cost_per_action_type?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
      purchase_roas?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The number of actions `link_click`, as text. */
      inline_link_clicks?: string
      /** The actions `link_click` for 100 impressions. */
      inline_link_click_ctr?: string
      /** The cost of an action `link_click`. */
      cost_per_inline_link_click?: string
      /** The number of actions `post_engagement`, as text. */
      inline_post_engagement?: string
    }> & {
      /** The results on all pages, added up. Present if the read asks for it and there are any. */
      summary?:
        | {
            /** The country. Present with its breakdown. */
            country?: string
            /** The number of actions of each type. Missing without actions. */
            actions?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /**
             * The number of people who saw an ad, as text. It adds up days and ads, so it can count
             * a person twice.
             */
            reach?: string
            /**
             * The objective of the campaign. Missing at the level of accounts, and without an
             * objective.
             */
            objective?: string
            /** The cost in units of the currency, such as `12.34`. */
            spend?: string
            /** The number of times that ads were shown, as text. */
            impressions?: string
            /** The number of clicks, as text. */
            clicks?: string
            /** The age group. Present with its breakdown. */
            age?: string
            /** The gender. Present with its breakdown. */
            gender?: string
            /** The region. Present with its breakdown. */
            region?: string
            /** The platform that showed the ad. Present with its breakdown. */
            publisher_platform?: string
            /** The place on the platform. Present with its breakdown. */
            platform_position?: string
            /** The device that showed the ad. Present with its breakdown. */
            impression_device?: string
            /** The kind of device. Present with its breakdown. */
            device_platform?: string
            /** The id of the ad account, without the prefix `act_`. */
            account_id?: string
            /** The id of the ad set. Missing above the level of ad sets. */
            adset_id?: string
            /** The id of the campaign. Missing at the level of accounts. */
            campaign_id?: string
            /**
             * The optimization goal of the ad set. Missing above the level of ad sets, and without a
             * goal.
             */
            optimization_goal?: string
            /** The buying type of the campaign. Missing at the level of accounts. */
            buying_type?: string
            /** The first day, as `YYYY-MM-DD`. */
            date_start?: string
            /** The last day, included, as `YYYY-MM-DD`. */
            date_stop?: string
            /** The id of the ad. Missing above the level of ads. */
            ad_id?: string
            /** The name of the ad. Missing above the level of ads. */
            ad_name?: string
            /** The name of the ad set. Missing above the level of ad sets. */
            adset_name?: string
            /** The name of the campaign. Missing at the level of accounts. */
            campaign_name?: string
            /** The name of the ad account. */
            account_name?: string
            /** The ISO 4217 code of the currency of the amounts. */
            account_currency?: string
            /** The impressions for each person who was reached. */
            frequency?: string
            /** The clicks for 100 impressions. */
            ctr?: string
            /** The cost of a click. */
            cpc?: string
            /** The cost of 1,000 impressions. */
            cpm?: string
            /** The cost of reaching 1,000 people. */
            cpp?: string
            /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
            wish_bid?: string
            /**
             * The value of the actions of each type, in units of the currency. Missing if none has a
             * value.
             */
            action_values?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The cost of an action of each type. Missing without actions. */
            cost_per_action_type?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
            purchase_roas?: {
              /** The type of the actions. */
              action_type: string
              /** The number or the amount, as text. */
              value: string
            }[]
            /** The number of actions `link_click`, as text. */
            inline_link_clicks?: string
            /** The actions `link_click` for 100 impressions. */
            inline_link_click_ctr?: string
            /** The cost of an action `link_click`. */
            cost_per_inline_link_click?: string
            /** The number of actions `post_engagement`, as text. */
            inline_post_engagement?: string
          }
        | undefined
    }
  >
  /**
   * Asks for a report of the insights of an ad account, with the parameters of `listInsights`. The
   * report takes two seconds of virtual time: read its status, and then its insights.
   *
   * `POST /act_{adAccount}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  startAccountReport(params: StartAccountReportParams): CallOutcome<{
    /** The id of the report. */
    report_run_id: string
  }>
  /**
   * Asks for a report of the insights of a campaign, like `startAccountReport`.
   *
   * `POST /{campaign}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  startCampaignReport(params: StartCampaignReportParams): CallOutcome<{
    /** The id of the report. */
    report_run_id: string
  }>
  /**
   * Asks for a report of the insights of an ad set, like `startAccountReport`.
   *
   * `POST /{adSet}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  startAdSetReport(params: StartAdSetReportParams): CallOutcome<{
    /** The id of the report. */
    report_run_id: string
  }>
  /**
   * Asks for a report of the insights of an ad, like `startAccountReport`.
   *
   * `POST /{ad}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  startAdReport(params: StartAdReportParams): CallOutcome<{
    /** The id of the report. */
    report_run_id: string
  }>
  /**
   * Reads the status of a report of insights.
   *
   * `GET /{reportRun}` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  readReportRun(params: ReadReportRunParams): CallOutcome<ReportRun>
  /**
   * Reads the insights of a complete report. Without `fields`, they have the fields that the report was
   * asked for. They count all results that were recorded for the days of the report, also those recorded
   * since.
   *
   * `GET /{reportRun}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/insights/best-practices/
   */
  listReportInsights(params: ListReportInsightsParams): CallOutcome<
    List<{
      /** The country. Present with its breakdown. */
      country?: string
      /** The number of actions of each type. Missing without actions. */
      actions?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /**
       * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person
       * twice.
       */
      reach?: string
      /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
      objective?: string
      /** The cost in units of the currency, such as `12.34`. */
      spend?: string
      /** The number of times that ads were shown, as text. */
      impressions?: string
      /** The number of clicks, as text. */
      clicks?: string
      /** The age group. Present with its breakdown. */
      age?: string
      /** The gender. Present with its breakdown. */
      gender?: string
      /** The region. Present with its breakdown. */
      region?: string
      /** The platform that showed the ad. Present with its breakdown. */
      publisher_platform?: string
      /** The place on the platform. Present with its breakdown. */
      platform_position?: string
      /** The device that showed the ad. Present with its breakdown. */
      impression_device?: string
      /** The kind of device. Present with its breakdown. */
      device_platform?: string
      /** The id of the ad account, without the prefix `act_`. */
      account_id?: string
      /** The id of the ad set. Missing above the level of ad sets. */
      adset_id?: string
      /** The id of the campaign. Missing at the level of accounts. */
      campaign_id?: string
      /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
      optimization_goal?: string
      /** The buying type of the campaign. Missing at the level of accounts. */
      buying_type?: string
      /** The first day, as `YYYY-MM-DD`. */
      date_start?: string
      /** The last day, included, as `YYYY-MM-DD`. */
      date_stop?: string
      /** The id of the ad. Missing above the level of ads. */
      ad_id?: string
      /** The name of the ad. Missing above the level of ads. */
      ad_name?: string
      /** The name of the ad set. Missing above the level of ad sets. */
      adset_name?: string
      /** The name of the campaign. Missing at the level of accounts. */
      campaign_name?: string
      /** The name of the ad account. */
      account_name?: string
      /** The ISO 4217 code of the currency of the amounts. */
      account_currency?: string
      /** The impressions for each person who was reached. */
      frequency?: string
      /** The clicks for 100 impressions. */
      ctr?: string
      /** The cost of a click. */
      cpc?: string
      /** The cost of 1,000 impressions. */
      cpm?: string
      /** The cost of reaching 1,000 people. */
      cpp?: string
      /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
      wish_bid?: string
      /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
      action_values?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The cost of an action of each type. Missing without actions. */
      cost_per_action_type?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
      purchase_roas?: {
        /** The type of the actions. */
        action_type: string
        /** The number or the amount, as text. */
        value: string
      }[]
      /** The number of actions `link_click`, as text. */
      inline_link_clicks?: string
      /** The actions `link_click` for 100 impressions. */
      inline_link_click_ctr?: string
      /** The cost of an action `link_click`. */
      cost_per_inline_link_click?: string
      /** The number of actions `post_engagement`, as text. */
      inline_post_engagement?: string
    }>
  >
  /**
   * Creates an ad creative: from a post (`object_story_id`), from the description of one
   * (`object_story_spec`), or from its texts and its image. The description is stored as it was sent; no
   * post is made of it.
   *
   * `POST /act_{adAccount}/adcreatives` (Beyond the description). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives/
   */
  addCreative(params: AddCreativeParams): CallOutcome<
    Creative & {
      /** True: a call that fails has an error instead. */
      success: boolean
    }
  >
  /**
   * Lists the creative of an ad.
   *
   * `GET /{ad}/adcreatives` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/adgroup/adcreatives/
   */
  listAdCreatives(params: ListAdCreativesParams): CallOutcome<List<Creative>>
  /**
   * Lists the ads of an ad set, newest first, without deleted and archived ones.
   *
   * `GET /{adSet}/ads` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/ads/
   */
  listAdSetAds(params: ListAdSetAdsParams): CallOutcome<List<Ad>>
  /**
   * Copies an ad with its creative, into its ad set or another one of the ad account.
   *
   * `POST /{ad}/copies` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/adgroup/copies/
   */
  copyAd(params: CopyAdParams): CallOutcome<
    Partial<Ad> & {
      /** The id of the new ad. */
      copied_ad_id: string
    }
  >
  /**
   * Lists the custom audiences of an ad account, newest first.
   *
   * `GET /act_{adAccount}/customaudiences` (Beyond the description). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences/
   */
  listCustomAudiences(params: ListCustomAudiencesParams): CallOutcome<List<CustomAudience>>
  /**
   * Creates a custom audience of an ad account, without people.
   *
   * `POST /act_{adAccount}/customaudiences` (Beyond the description). Errors: 100, 190, 200, 270, 2635,
   * 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences/
   */
  createCustomAudience(params: CreateCustomAudienceParams): CallOutcome<CustomAudience>
  /**
   * Reads a custom audience.
   *
   * `GET /{customAudience}` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/custom-audience/
   */
  readCustomAudience(params: ReadCustomAudienceParams): CallOutcome<CustomAudience>
  /**
   * Searches options of targeting: interests, other audiences and countries. The ids of audiences are
   * those of `searchTargeting`. A search by name returns the best match first. The answer has no paging:
   * `limit` is at most 1,000.
   *
   * `GET /search` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search/
   */
  searchTargetingOptions(params: SearchTargetingOptionsParams): CallOutcome<{
    /** The options. Each type of search shows some of the members. */
    data: Partial<TargetingOption>[]
  }>
  /**
   * Changes an ad set. Fields that the call does not name stay as they are.
   *
   * `POST /{adSet}` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/
   */
  updateAdSet(params: UpdateAdSetParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Deletes an ad set and its ads. They stay readable by their ids.
   *
   * `DELETE /{adSet}` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/
   */
  deleteAdSet(params: DeleteAdSetParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Copies an ad set, within its campaign or into another one of the ad account. The copy is paused
   * unless `status_option` has another value. A deep copy includes the ads: at most 3 in a synchronous
   * call, 51 in an asynchronous batch.
   *
   * `POST /{adSet}/copies` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/copies/
   */
  copyAdSet(params: CopyAdSetParams): CallOutcome<
    Partial<AdSet> & {
      /** The id of the new ad set. */
      copied_adset_id: string
      /** All copied objects with their sources. */
      ad_object_ids: {
        /** The kind of object. */
        ad_object_type:
          | 'topline'
          | 'campaign'
          | 'ad'
          | 'unique_adcreative'
          | 'ad_set'
          | 'opportunities'
          | 'privacy_info_center'
          | 'ad_account'
        /** The id of the object that was copied. */
        source_id: string
        /** The id of the copy. */
        copied_id: string
      }[]
    }
  >
  /**
   * Lists the businesses in which a person has a role. Requires their user token with
   * business_management.
   *
   * `GET /{user}/businesses` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/businesses/
   */
  listBusinesses(params: ListBusinessesParams): CallOutcome<List<OwnBusiness>>
  /**
   * Reads a business in which the person of the token has a role.
   *
   * `GET /{business}` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/business/
   */
  readBusiness(params: ReadBusinessParams): CallOutcome<Business>
  /**
   * Lists the pages that a business owns, newest first.
   *
   * `GET /{business}/owned_pages` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages/
   */
  listOwnedPages(params: ListOwnedPagesParams): CallOutcome<List<Page>>
  /**
   * Makes a business the owner of a page. The caller must be an ADMIN, with the task MANAGE on the page.
   *
   * `POST /{business}/owned_pages` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages/
   */
  claimPage(params: ClaimPageParams): CallOutcome<{
    /** The state of the claim: always `CONFIRMED`, because the caller administers both. */
    access_status: 'CONFIRMED'
  }>
  /**
   * Lists the ad accounts that a business owns, newest first.
   *
   * `GET /{business}/owned_ad_accounts` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/business/owned_ad_accounts/
   */
  listOwnedAdAccounts(params: ListOwnedAdAccountsParams): CallOutcome<List<AdAccount>>
  /**
   * Makes a business the owner of an ad account. The caller must be an ADMIN of both.
   *
   * `POST /{business}/owned_ad_accounts` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/business/owned_ad_accounts/
   */
  claimAdAccount(params: ClaimAdAccountParams): CallOutcome<{
    /** The state of the claim: always `CONFIRMED`, because the caller administers both. */
    access_status: 'CONFIRMED'
  }>
  /**
   * Lists the pages that are assigned to a person: those on which they have a task.
   *
   * `GET /{user}/assigned_pages` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/assigned_pages/
   */
  listAssignedPages(params: ListAssignedPagesParams): CallOutcome<List<ManagedPage>>
  /**
   * Lists the ad accounts that are assigned to a person: those on which they have a role.
   *
   * `GET /{user}/assigned_ad_accounts` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/user/assigned_ad_accounts/
   */
  listAssignedAdAccounts(params: ListAssignedAdAccountsParams): CallOutcome<List<AdAccount>>
}

/** What no endpoint does: one method per action. */
export type ActionMethods = {
  /**
   * Submits a lead form as a person does: through an ad, from an ad preview, or by organic reach
   * (HOK-020). `answers` has a text or a list of texts for the key of each question, and a store number
   * for a store locator. An optional question may be left out. `disclaimers` has true for each box that
   * is checked. It emits the event `leadgen`, and queues a notice for each app that is installed on the
   * page and has a webhook (HOK-001).
   *
   * Events.
   */
  submitLead(params: SubmitLeadParams): CallOutcome<{
    /** The id of the new lead. */
    id: string
  }>
  /**
   * Uploads a photo of a person from a URL of the simulated web, with tags of people and pages. It is
   * published at once. The uploader finds it among their uploaded photos, and tagged people among their
   * tagged ones.
   *
   * Endpoints › User photos.
   */
  uploadUserPhoto(params: UploadUserPhotoParams): CallOutcome<{
    /** The id of the new photo. */
    id: string
  }>
  /**
   * Publishes an image, a video or an album of a person (USR-022). An image or a video has a `url` of
   * the simulated web, which leads to the image or a still of the video. An album has `children` in
   * their order.
   *
   * Resources and their fields › Media and user nodes.
   */
  publishMedia(params: PublishMediaParams): CallOutcome<{
    /** The id of the new media. */
    id: string
    /** The ids of the items of an album, in their order. */
    children: string[]
  }>
  /**
   * Creates a user: a person with an account.
   *
   * Authentication.
   */
  createUser(params: CreateUserParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Creates an app. Returns its id, its secret and its app token. An app whose `createdTime` is after 2
   * July 2018 needs the permission leads_retrieval to read leads.
   *
   * Authentication.
   */
  createApp(params: CreateAppParams): CallOutcome<{
    /** The id of the new app. */
    id: string
    /** The app secret, which signs webhook deliveries. */
    secret: string
    /** The app token: the id and the secret, joined by a vertical bar. */
    token: string
  }>
  /**
   * Creates a page. Its `administrators` hold every task on it. A place is a page too.
   *
   * Resources and their fields.
   */
  createPage(params: CreatePageParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Sets the tasks of a person on a page. An empty list removes the person from the page.
   *
   * Authentication.
   */
  assignTasks(params: AssignTasksParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Issues a token of a person for an app: a user token, a page token (with `page`) or a system user
   * token. Its scopes never change. It expires at `expiresAt`, or after a `lifetime` of the policy; with
   * neither it never expires.
   *
   * Authentication.
   */
  issueToken(params: IssueTokenParams): CallOutcome<{
    /** The text of the new token. */
    token: string
  }>
  /**
   * Revokes a token: calls with it now fail with code 190.
   *
   * Authentication.
   */
  revokeToken(params: RevokeTokenParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Ends the login session of a token: calls with it now fail with code 102 or 190.
   *
   * Authentication.
   */
  endSession(params: EndSessionParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the privacy level that a person granted an app at login: the most open level that the app may
   * use.
   *
   * Authentication.
   */
  grantLoginPrivacy(params: GrantLoginPrivacyParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the person who uses the authorization window of an app, and their answer. They grant all the
   * permissions that the app requests, or only those in `scopes`; with `granted: false` they deny
   * access.
   *
   * Authentication.
   */
  setConsent(params: SetConsentParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the users who may read the leads of a page. Without `users`, all its administrators may.
   *
   * Authentication.
   */
  setLeadAccess(params: SetLeadAccessParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets what the administrators of a page wrote about it. A parameter that is left out keeps its value.
   *
   * Beyond the description.
   */
  setPageInfo(params: SetPageInfoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Makes a photo of a page its profile picture. Previous ones stay in the list of profile pictures.
   *
   * Endpoints › Page photos.
   */
  setProfilePicture(params: SetProfilePictureParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the time from which a post cannot be read. Without `expiresAt` the post never expires.
   *
   * Endpoints › Page feed.
   */
  setPostExpiry(params: SetPostExpiryParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Hides a post from the timeline of its page, or shows it again. It stays visible elsewhere.
   *
   * Resources and their fields › Page post.
   */
  hidePost(params: HidePostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates a lead form of a page. The `field_data` of a lead names the keys of the form's questions.
   * `stores` lists the numbers that can answer a question of type `storeLocator`. A person can leave out
   * the answer to an `optional` question; the lead then has no entry for it.
   *
   * Resources and their fields › Lead.
   */
  createLeadForm(params: CreateLeadFormParams): CallOutcome<{
    /** The id of the new form. */
    id: string
  }>
  /**
   * Archives a lead form, or makes it active again. An archived form accepts no leads, and keeps its
   * own.
   *
   * Resources and their fields › Lead.
   */
  archiveLeadForm(params: ArchiveLeadFormParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates an ad account, and gives each of its administrators the role ADMIN. `business` is the name
   * of the business that owns it. `spendCap` is in subunits of its currency; it only appears in reads.
   *
   * Endpoints › Ad campaigns.
   */
  createAdAccount(params: CreateAdAccountParams): CallOutcome<{
    /** The id of the new ad account, without the prefix `act_`. */
    id: string
  }>
  /**
   * Sets the role of a person on an ad account. Without `role` it removes their role.
   *
   * Authentication.
   */
  assignAdAccountRole(params: AssignAdAccountRoleParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates a business, and gives each of its administrators the role ADMIN. The first one created it.
   *
   * Beyond the description.
   */
  createBusiness(params: CreateBusinessParams): CallOutcome<{
    /** The id of the new business. */
    id: string
  }>
  /**
   * Sets the role of a person in a business. Without `role` it removes the person.
   *
   * Beyond the description.
   */
  assignBusinessRole(params: AssignBusinessRoleParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Makes a business the owner of pages and ad accounts, whoever owned them before.
   *
   * Beyond the description.
   */
  assignToBusiness(params: AssignToBusinessParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the payment method of ad accounts and of a business, in place of the one that they had. Nothing
   * is ever paid with it.
   *
   * Beyond the description.
   */
  setPaymentMethod(params: SetPaymentMethodParams): CallOutcome<{
    /** The id of the payment method. */
    id: string
  }>
  /**
   * Accepts terms for an ad account, besides those that it has accepted. Reads show them, and no call
   * needs them.
   *
   * Beyond the description.
   */
  acceptAdTerms(params: AcceptAdTermsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates the professional Instagram account of a page, which has none yet.
   *
   * Beyond the description.
   */
  createInstagramAccount(params: CreateInstagramAccountParams): CallOutcome<{
    /** The id of the new account. */
    id: string
  }>
  /**
   * Creates an ad set of a campaign. Either the campaign or its ad sets have a budget, never both. The
   * objective of the campaign determines the allowed optimization goals and attribution windows, and the
   * default tracking specs.
   *
   * Endpoints › Ad campaigns.
   */
  createAdSet(params: CreateAdSetParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Creates an ad creative of an ad account. `imageHash` chooses an image of the account.
   *
   * Endpoints › Ad campaigns.
   */
  createCreative(params: CreateCreativeParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Deletes an ad creative, which frees its image for deletion. Ads with this creative stay as they are.
   *
   * States and transitions › Ad image.
   */
  deleteCreative(params: DeleteCreativeParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates an ad in an ad set, with an existing creative of the same ad account.
   *
   * Endpoints › Ad campaigns.
   */
  createAdWithCreative(params: CreateAdWithCreativeParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Adds to the results of an ad on a day, today unless `date` names another: to its counts, and to the
   * spend of its campaign and ad account. `reach` counts the people that the ad reached for the first
   * time. `spend` is in subunits of the account's currency. Reads of insights compute rates and costs
   * from the counts, and break them down by `segment`.
   *
   * Beyond the description.
   */
  recordAdResults(params: RecordAdResultsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates a study of campaigns of an ad account.
   *
   * Resources and their fields › Campaign.
   */
  createAdStudy(params: CreateAdStudyParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Creates an ad rule of an ad account. It can name campaigns by id, or a kind of object.
   *
   * Resources and their fields › Campaign.
   */
  createAdRule(params: CreateAdRuleParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Sets fields of a campaign that only the platform can set (SIL-131). A parameter that is left out
   * changes nothing. An empty object removes the recommendations; the other fields cannot be removed.
   *
   * Resources and their fields › Campaign.
   */
  setCampaignPlatformFields(params: SetCampaignPlatformFieldsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Adds to the spend of a campaign and of its ad account, in subunits of the account's currency.
   *
   * Resources and their fields › Campaign.
   */
  recordSpend(params: RecordSpendParams): CallOutcome<{
    /** The spend of the campaign afterwards, in subunits of the account's currency. */
    spent: string
  }>
  /**
   * Records the people that an ad set reached. Returns the number of different people that the ad set
   * and its campaign have reached: a person reached by several ad sets counts once (CAM-057; SIL-133).
   *
   * Resources and their fields › Campaign.
   */
  recordReach(params: RecordReachParams): CallOutcome<{
    /** The number of distinct people whom the ad set has reached. */
    adSet: number
    /** The number of distinct people whom all ad sets of the campaign have reached. */
    campaign: number
  }>
  /**
   * Blocks a user, an app, a page or an ad account: their later calls fail with 368 (ERR-012, SIL-043).
   *
   * Errors.
   */
  blockActor(params: BlockActorParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Unblocks a user, an app, a page or an ad account.
   *
   * Errors.
   */
  unblockActor(params: UnblockActorParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Disables or enables the shared login of a user (ERR-014).
   *
   * Errors.
   */
  disableLogin(params: DisableLoginParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the access level of an app to the ads interface: development or standard (ERR-007).
   *
   * Authentication.
   */
  setAppAccessLevel(params: SetAppAccessLevelParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Registers a URL of the simulated web, with its content or as missing. `hidden` makes links to it
   * invisible. A second registration of a URL replaces the first.
   *
   * Endpoints › Page photos.
   */
  registerUrl(params: RegisterUrlParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Adds a business tag to photos. Without `business` it creates a business of the same name.
   *
   * Endpoints › Page photos.
   */
  addBusinessTag(params: AddBusinessTagParams): CallOutcome<{
    /** The id of the new tag. */
    id: string
    /** The id of its business. */
    business: string
  }>
  /**
   * Sets the delivery issues of a campaign. With any issue its effective status is WITH_ISSUES.
   *
   * Resources and their fields › Campaign.
   */
  setCampaignIssues(params: SetCampaignIssuesParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets whether a campaign is in process. Its effective status is then IN_PROCESS since version 4.0
   * (VER-007).
   *
   * Versioning.
   */
  setProcessing(params: SetProcessingParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the rank of a post among the published posts of its year (LIM-001).
   *
   * Limits.
   */
  rankPost(params: RankPostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Publishes a scheduled post with its photos. Its created_time is the time of publication.
   *
   * States and transitions › Photo and post publication.
   */
  publishScheduledPost(params: PublishScheduledPostParams): CallOutcome<{
    /** The id of the post. */
    id: string
  }>
  /**
   * Publishes a scheduled photo that was uploaded without a story. It is in no post.
   *
   * States and transitions › Photo and post publication.
   */
  publishScheduledPhoto(params: PublishScheduledPhotoParams): CallOutcome<{
    /** The id of the photo. */
    id: string
  }>
  /**
   * Deletes an unpublished photo that no post has used, about 24 hours after its upload (PHO-013,
   * LIM-007).
   *
   * States and transitions › Photo and post publication.
   */
  expirePhoto(params: ExpirePhotoParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Adds audiences to the detailed targeting taxonomy. With `replace` they replace all audiences,
   * including the built-in ones. An audience without an id gets one. Type and id together must be
   * unique. Add many audiences in one call, so that a search reads one index.
   *
   * Endpoints › Detailed targeting.
   */
  addTargetingAudiences(params: AddTargetingAudiencesParams): CallOutcome<{
    /** The ids of the audiences, in the order of the call. */
    ids: string[]
  }>
  /**
   * Adds a post to the feed of a page that publishPost cannot create: a video, a life event, a generated
   * story, or another type of status. Texts can mention pages and people as `@[id]`.
   *
   * Resources and their fields › Page post.
   */
  addPagePost(params: AddPagePostParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Adds a visitor's post to the feed of a page. Its author is the person; it is addressed to the page.
   *
   * Resources and their fields › Page post.
   */
  visitPage(params: VisitPageParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Adds a comment to a post. Its updated_time changes, and the person becomes subscribed to it. A
   * comment with a message is listed among the comments on the post.
   *
   * Resources and their fields › Page post.
   */
  commentOnPost(params: CommentOnPostParams): CallOutcome<{
    /** True: an action that fails has an error instead. */
    success: boolean
    /** The id of the comment. Missing for a comment without text. */
    id?: string | undefined
  }>
  /**
   * Makes a person like a post, or react to it in another way; or takes their reaction back.
   *
   * Resources and their fields › Page post.
   */
  setPostLike(params: SetPostLikeParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Changes the message of a post. Its updated_time changes.
   *
   * Resources and their fields › Page post.
   */
  editPost(params: EditPostParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Tags a page in a post. With `story`, a story about the mention is added to the feed of the tagged
   * page; its parent is the post.
   *
   * Endpoints › Page feed.
   */
  tagPageInPost(params: TagPageInPostParams): CallOutcome<{
    /** True: an action that fails has an error instead. */
    success: boolean
    /** The id of the story. Missing without `story`. */
    id?: string | undefined
  }>
  /**
   * Shares a post on the feed of a page. The post's share count rises by one, and never falls.
   *
   * Resources and their fields › Page post.
   */
  sharePost(params: SharePostParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Sets the counts of actions on a post, of its shares, and of the people whom it reached.
   *
   * Resources and their fields › Page post.
   */
  recordEngagement(params: RecordEngagementParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the values of derived fields of a post. A field that is left out is derived again.
   *
   * Resources and their fields › Page post.
   */
  setPostInsights(params: SetPostInsightsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the keys of a post's targeting that records have and no endpoint writes.
   *
   * Resources and their fields › Page post.
   */
  setPostTargeting(params: SetPostTargetingParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets the privacy of a post.
   *
   * Resources and their fields › Page post.
   */
  setPostPrivacy(params: SetPostPrivacyParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Adds a reel to a page.
   *
   * Endpoints › Page feed.
   */
  addReel(params: AddReelParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Creates a predefined object of a feeling or an activity, for `og_object_id` of publishPost.
   *
   * Endpoints › Page feed.
   */
  createActivityObject(params: CreateActivityObjectParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Registers a domain as owned by a page: posts with links to the domain, or to a domain below it, can
   * have a custom image.
   *
   * Endpoints › Page feed.
   */
  registerDomain(params: RegisterDomainParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Sets whether a page is authentic: other pages list the posts of authentic pages that tag them.
   *
   * Endpoints › Page feed.
   */
  verifyPage(params: VerifyPageParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Adds to a metric of a page or a post on a day, today unless `date` names another. The insights of
   * the page or the post show it.
   *
   * Beyond the description.
   */
  recordInsights(params: RecordInsightsParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Makes a person like a comment, or react to it in another way; or takes their reaction back.
   *
   * Beyond the description.
   */
  setCommentReaction(params: SetCommentReactionParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Adds an indicator of compromise, which every app sees at any share level (SIL-180). `addedOn` is the
   * time of its collection, now unless given, cut to whole seconds.
   *
   * Resources and their fields › Threat indicator.
   */
  addThreatIndicator(params: AddThreatIndicatorParams): CallOutcome<{
    /** The id of the new indicator. */
    id: string
  }>
  /**
   * Creates a product catalog of an ad account, with the users who can read it.
   *
   * Endpoints › Catalog and feed upload.
   */
  createCatalog(params: CreateCatalogParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Grants or, with `access` false, revokes a person's access to a catalog.
   *
   * Endpoints › Catalog and feed upload.
   */
  assignCatalogAccess(params: AssignCatalogAccessParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates a pixel or an app that reports catalog events, with the users who see its statistics.
   *
   * Resources and their fields › Catalog event statistic.
   */
  createEventSource(params: CreateEventSourceParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Grants or, with `access` false, revokes a person's access to the statistics of an event source.
   *
   * Resources and their fields › Catalog event statistic.
   */
  assignEventSourceAccess(params: AssignEventSourceAccessParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Creates a product feed, whose uploads create the items of a catalog.
   *
   * Endpoints › Catalog and feed upload.
   */
  createProductFeed(params: CreateProductFeedParams): CallOutcome<{
    /** The id of the new record. */
    id: string
  }>
  /**
   * Uploads a product feed, and stores the given errors with the upload (CAT-010; SIL-173). Each row
   * without a fatal error creates or updates the item of the catalog whose id is in the column `id`; the
   * result has the ids in the order of the rows. Rows and columns count from 1, and an error can leave
   * out both.
   *
   * Resources and their fields › Product feed upload error.
   */
  ingestProductFeed(params: IngestProductFeedParams): CallOutcome<{
    /** The id of the new upload, for `listFeedUploadErrors`. */
    id: string
    /** The ids of the items that were created or updated, in the order of the rows. */
    items: string[]
  }>
  /**
   * Records events that pixels and apps report. A content id is matched if the catalog has an item with
   * that id. Statistics show a day once it is over. `time` must lie in the last 28 days.
   *
   * Resources and their fields › Catalog event statistic.
   */
  recordCatalogEvents(params: RecordCatalogEventsParams): CallOutcome<{
    /** The number of content ids that match an item. */
    matched: number
    /** The number of content ids that match no item. */
    unmatched: number
  }>
  /**
   * Sets the webhook of an app: its URL and the kinds of notices (HOK-003). It queues a handshake, and
   * notices are queued only after the handshake has made the webhook active (SIL-163). `verify: false`
   * skips the handshake. Without `url`, notices go to the transport that is connected in the same
   * process, which needs no handshake.
   *
   * Events.
   */
  setWebhook(params: SetWebhookParams): CallOutcome<{
    /** The id of the webhook. */
    id: string
    /** `active`, or `pending` until the URL passed its verification. */
    status: 'active' | 'pending'
  }>
  /**
   * Removes the webhook of an app. Its queued deliveries are dropped, and listed as dropped.
   *
   * Events.
   */
  removeWebhook(params: RemoveWebhookParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Installs an app on a page: its webhook gets the notices of later events there (HOK-004).
   *
   * Events.
   */
  installApp(params: InstallAppParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Uninstalls an app from a page. Notices that are queued already are still delivered.
   *
   * Events.
   */
  uninstallApp(params: UninstallAppParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
  /**
   * Makes a delivery due now: one that waits, one that failed and would be retried later, or one that
   * has ended, whose notices are then queued once more in one payload. Nothing is sent before the next
   * flush. A handshake that has ended is started again by `setWebhook`.
   *
   * Events.
   */
  resendDelivery(params: ResendDeliveryParams): CallOutcome<{
    /** The id under which the delivery is sent: another one if it had ended. */
    id: string
  }>
  /**
   * Queues a test notice for the webhook of an app, as the button *Test* in the app dashboard of the
   * live service does: a notice of a lead, a form and a page that do not exist. The app need not be
   * installed on a page.
   *
   * Events.
   */
  sendTestNotice(params: SendTestNoticeParams): CallOutcome<{
    /** True: a call that fails has an error instead. */
    success: boolean
  }>
}
