import type { Json } from '../engine/guard.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { GraphError } from '../graph/contract/errors.ts'

// This file is made from the schemas of the operations: `npm run types` renews it. Users read these types,
// which name every record and document every method and parameter.

/** The outcome of a call or an action. */
export type CallOutcome<T> =
  | {
      readonly ok: true
      readonly value: T
      readonly events: readonly WorldEvent[]
      /** Returns the value. */
      unwrap(): T
    }
  | {
      readonly ok: false
      readonly error: GraphError
      /** The effect happened although the answer was lost: a fault after the commit. */
      readonly committed: boolean
      readonly events: readonly WorldEvent[]
      /** Throws the error as a GraphCallError. */
      unwrap(): never
    }

/** A file that is sent with a typed call. */
export interface TypedFile {
  /** The name of its form part; `source` if left out. */
  readonly part?: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** A page of a list: the records, and how to go on. */
export interface List<T> {
  data: T[]
  paging: {
    cursors?: { before: string; after: string } | undefined
    next?: string | undefined
    previous?: string | undefined
  }
}

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
  | 'description'
  | 'name'
  | 'email'
  | 'category'
  | 'picture'
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
  | 'checkins'
  | 'comment_poll_response'
  | 'company_overview'
  | 'culinary_team'
  | 'current_location'
  | 'feature_access_list'
  | 'follow'
  | 'founded'
  | 'general_info'
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
  | 'location'
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
  | 'phone'
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
  | 'website'

/** One of the values of a parameter or a field. */
export type AudiencesType =
  | 'interests'
  | 'behaviors'
  | 'life_events'
  | 'family_statuses'
  | 'relationship_statuses'
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
  | 'college_years'
  | 'education_statuses'
  | 'ethnic_affinity'
  | 'generation'
  | 'industries'
  | 'interested_in'
  | 'location_categories'
  | 'moms'
  | 'politics'

/** The record `AdAccount`, with any of its fields. */
export type AdAccount = {
  id: string
  account_id?: string
  name?: string
  currency?: string
  created_time?: string
  timezone_name?: string
  account_status?: number
  amount_spent?: string
  spend_cap?: string
  balance?: string
  business?: {
    id: string
    name: string
  }
}

/** The record `AdImage`, with any of its fields. */
export type AdImage = {
  id: string
  account_id?: string
  created_time?: string
  creatives?: string[]
  hash?: string
  height?: number
  is_associated_creatives_in_adgroups?: boolean
  name?: string
  original_height?: number
  original_width?: number
  permalink_url?: string
  status?: 'ACTIVE' | 'DELETED'
  updated_time?: string
  url?: string
  url_128?: string
  width?: number
}

/** The record `Ad`, with any of its fields. */
export type Ad = {
  id: string
  adset_id?: string
  creative?: {
    id: string
  }
  name?: string
  account_id?: string
  campaign_id?: string
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  effective_status?: string
  created_time?: string
  updated_time?: string
}

/** The record `AdSet`, with any of its fields. */
export type AdSet = {
  id: string
  optimization_goal?: string
  bid_amount?: string
  billing_event?: string
  targeting?: { [name: string]: Json }
  daily_budget?: string
  lifetime_budget?: string
  start_time?: string
  end_time?: string
  attribution_spec?: Json[]
  tracking_specs?: Json[]
  name?: string
  account_id?: string
  campaign_id?: string
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  effective_status?: string
  created_time?: string
  updated_time?: string
}

/** The record `Creative`, with any of its fields. */
export type Creative = {
  id: string
  account_id?: string
  name?: string
  title?: string
  body?: string
  object_url?: string
  image_hash?: string
  status?: string
}

/** The record `Insight`, with any of its fields. */
export type Insight = {
  id: string
  account_id?: string
  account_name?: string
  account_currency?: string
  campaign_id?: string
  campaign_name?: string
  adset_id?: string
  adset_name?: string
  ad_id?: string
  ad_name?: string
  impressions?: string
  reach?: string
  clicks?: string
  spend?: string
  date_start?: string
  date_stop?: string
}

/** The record `LeadForm`, with any of its fields. */
export type LeadForm = {
  id: string
  locale?: string
  name?: string
  status?: 'ACTIVE'
  created_time?: string
  leads_count?: number
  page?: {
    id: string
    name: string
  }
  page_id?: string
  questions?: {
    key: string
    label: string
    type: string
  }[]
}

/** The record `SubscribedApp`, with any of its fields. */
export type SubscribedApp = {
  id: string
  name?: string
  subscribed_fields?: string[]
}

/** The record `AdRule`, with any of its fields. */
export type AdRule = {
  id: string
  account_id?: string
  name?: string
  created_time?: string
  evaluation_spec?: {
    filters: {
      field: string
      operator: string
      value: string | string[]
    }[]
  }
}

/** The record `AdStudy`, with any of its fields. */
export type AdStudy = {
  id: string
  name?: string
  created_time?: string
}

/** The record `AsyncBatch`, with any of its fields. */
export type AsyncBatch = {
  id: string
  owner_id?: string
  name?: string
  is_completed?: boolean
  total_count?: number
  initial_count?: number
  in_progress_count?: number
  success_count?: number
  error_count?: number
}

/** The record `AsyncRequest`, with any of its fields. */
export type AsyncRequest = {
  id: string
  scope_object_id?: string
  status?: 'INITIAL' | 'IN_PROGRESS' | 'SUCCESS' | 'ERROR'
  result?: Json
  input?: {
    name: string
    relative_url: string
    body: Json
  }
  created_time?: string
  updated_time?: string
}

/** The record `Campaign`, with any of its fields. */
export type Campaign = {
  id: string
  account_id?: string
  ad_strategy_id?: string
  adlabels?: Json[]
  bid_strategy?: string
  boosted_object_id?: string
  brand_lift_studies?: Json[]
  budget_rebalance_flag?: boolean
  budget_remaining?: string
  buying_type?: string
  can_create_brand_lift_study?: boolean
  can_use_spend_cap?: boolean
  configured_status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  created_time?: string
  daily_budget?: string
  effective_status?: string
  is_ios_network_attribution?: boolean
  issues_info?: {
    level: string
    error_code: number
    error_summary: string
    error_message: string
    error_type: string
  }[]
  iterative_split_test_configs?: Json[]
  last_budget_toggling_time?: string
  lifetime_budget?: string
  name?: string
  objective?: string
  pacing_type?: string[]
  promoted_object?: { [name: string]: Json }
  recommendations?: { [name: string]: Json }
  source_campaign?: {
    id: string
    name: string
  }
  source_campaign_id?: string
  special_ad_categories?: string[]
  special_ad_category?: string
  special_ad_category_country?: string[]
  spend_cap?: string
  start_time?: string
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED'
  stop_time?: string
  topline_id?: string
  updated_time?: string
  upstream_events?: { [name: string]: Json }
}

/** The record `EventStat`, with any of its fields. */
export type EventStat = {
  id: string
  date_start?: string
  date_stop?: string
  event?: 'ViewContent' | 'AddToCart' | 'Purchase'
  event_source?: {
    id: string
    source_type: string
  }
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
  total_matched_content_ids?: number
  total_unmatched_content_ids?: number
  unique_matched_content_ids?: number
  unique_unmatched_content_ids?: number
}

/** The record `UploadError`, with any of its fields. */
export type UploadError = {
  id: string
  summary?: string
  description?: string
  severity?: 'fatal' | 'warning'
  row_number?: number
  column_number?: number
}

/** The record `Comment`, with any of its fields. */
export type Comment = {
  id: string
  created_time?: string
  from?: {
    id: string
    name: string
  }
  message?: string
  message_tags?: {
    length: number
    id: string
    name: string
    offset: number
    type: 'user' | 'page' | 'group'
  }[]
}

/** The record `Like`, with any of its fields. */
export type Like = {
  id: string
  name?: string
}

/** The record `Post`, with any of its fields. */
export type Post = {
  id: string
  comments?: {
    data: {
      id: string
      created_time?: string | undefined
      from?:
        | {
            id: string
            name: string
          }
        | undefined
      message?: string | undefined
      message_tags?:
        | {
            length: number
            id: string
            name: string
            offset: number
            type: 'user' | 'page' | 'group'
          }[]
        | undefined
    }[]
    summary?:
      | {
          order: 'chronological' | 'reverse_chronological'
          total_count: number
          can_comment: boolean
        }
      | undefined
  }
  likes?: {
    data: {
      id: string
      name?: string | undefined
    }[]
    summary?:
      | {
          total_count: number
          can_like: boolean
          has_liked: boolean
        }
      | undefined
  }
  actions?: {
    name: string
    link: string
  }[]
  admin_creator?: {
    id: number
    name: string
  }
  allowed_advertising_objects?: string
  application?: {
    id: string
    name: string
  }
  attachments?: {
    data: {
      type: string
      url: string
      title?: string | undefined
      description?: string | undefined
      media?:
        | {
            image: {
              src: string
              width?: number | undefined
              height?: number | undefined
            }
          }
        | undefined
      target?:
        | {
            id: string
            url: string
          }
        | undefined
      subattachments?:
        | {
            data: {
              type: string
              url: string
              title?: string | undefined
              description?: string | undefined
              media?:
                | {
                    image: {
                      src: string
                      width?: number | undefined
                      height?: number | undefined
                    }
                  }
                | undefined
              target?:
                | {
                    id: string
                    url: string
                  }
                | undefined
            }[]
          }
        | undefined
    }[]
  }
  backdated_time?: null | string | number
  call_to_action?: {
    type: string
    value?: { [name: string]: Json } | undefined
  }
  context?: {
    type: string
    value?: { [name: string]: Json } | undefined
  }
  can_reply_privately?: boolean
  child_attachments?: {
    link: string
    name?: string | undefined
    description?: string | undefined
    picture?: string | undefined
    image_hash?: string | undefined
  }[]
  created_time?: string | number
  feed_targeting?: {
    age_min: number
    genders: number[]
    relationship_statuses: number[]
    age_max?: number | undefined
    cities?: number[] | undefined
    college_years?: number[] | undefined
    countries?: string[] | undefined
    education_statuses?: number[] | undefined
    interested_in?: number[] | undefined
    interests?: number[] | undefined
    locales?: number[] | undefined
    regions?: number[] | undefined
    geo_locations?: { [name: string]: unknown } | undefined
  }
  from?: {
    id: string
    name: string
  }
  full_picture?: string
  icon?: string
  photoapp_eligibility?: PhotoappEligibility
  is_eligible_for_promotion?: boolean
  is_expired?: boolean
  is_hidden?: boolean
  is_photoapp_eligible?: string
  is_popular?: boolean
  is_published?: boolean
  is_spherical?: boolean
  message?: string
  message_tags?: {
    length: number
    id: string
    name: string
    offset: number
    type: 'user' | 'page' | 'group'
  }[]
  parent_id?: string
  permalink_url?: string
  place?: string
  privacy?: {
    allow: string
    deny: string
    description: string
    friends: '' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'SOME_FRIENDS'
    value: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF'
  }
  promotable_id?: string
  properties?: {
    name: string
    text: string
    href: string
  }
  sheduled_publish_time?: number
  scheduled_publish_time?: number
  shares?: {
    count: number
  }
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
  story?: string
  story_tags?: {
    length: number
    id: string
    name: string
    offset: number
    type: 'user' | 'page' | 'group'
  }[]
  subscribed?: boolean
  targeting?: {
    age_min?: number | undefined
    countries?: string[] | undefined
    locales?: number[] | undefined
    regions?: number[] | undefined
    cities?: number[] | undefined
    geo_locations?: { [name: string]: unknown } | undefined
  }
  to?: {
    data: {
      id: string
      name: string
    }[]
  }
  updated_time?: string | number
  video_buying_eligibility?: string[]
}

/** The record `Reel`, with any of its fields. */
export type Reel = {
  id: string
  created_time?: string
  description?: string
  permalink_url?: string
}

/** The record `Lead`, with any of its fields. */
export type Lead = {
  id: string
  created_time?: string
  ad_id?: string
  form_id?: string
  field_data?: {
    name: string
    values: string[]
  }[]
  custom_disclaimer_responses?: {
    checkbox_key: string
    is_checked: string
  }[]
  is_organic?: boolean
  ad_name?: string
  adset_id?: string
  adset_name?: string
  campaign_id?: string
  campaign_name?: string
  platform?: string
}

/** The record `Media`, with any of its fields. */
export type Media = {
  id: string
  caption?: string
  media_type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  media_url?: string
  permalink?: string
  thumbnail_url?: string
  timestamp?: string
  username?: string
  children?: {
    data: {
      id: string
    }[]
  }
}

/** The record `User`, with any of its fields. */
export type User = {
  id: string
  name?: string
  username?: string
  account_type?: string
  media_count?: number
  first_name?: string
  last_name?: string
  email?: string
}

/** The record `Page`, with any of its fields. */
export type Page = {
  id: string
  category?: string
  category_list?: {
    id: string
    name: string
  }[]
  username?: string
  link?: string
  fan_count?: number
  followers_count?: number
  picture?: {
    data: {
      height: number
      is_silhouette: boolean
      url: string
      width: number
    }
  }
  name?: string
  access_token?: string
}

/** The record `ManagedPage`, with any of its fields. */
export type ManagedPage = {
  id: string
  name?: string
  access_token?: string
  tasks?: ('CREATE_CONTENT' | 'MANAGE' | 'MODERATE' | 'ADVERTISE')[]
  category?: string
  category_list?: {
    id: string
    name: string
  }[]
  username?: string
  link?: string
  fan_count?: number
  followers_count?: number
  picture?: {
    data: {
      height: number
      is_silhouette: boolean
      url: string
      width: number
    }
  }
}

/** The record `Photo`, with any of its fields. */
export type Photo = {
  id: string
  created_time?: string
  updated_time?: string
  name?: string
  alt_text?: string
  alt_text_custom?: string
  backdated_time?: string
  backdated_time_granularity?: string
  from?: {
    id: string
    name: string
  }
  album?: {
    id: string
    name: string
  }
  height?: number
  width?: number
  images?: {
    source: string
    width: number
    height: number
  }[]
  icon?: string
  link?: string
  picture?: string
  source?: string
  place?: {
    id: string
    name: string
  }
  page_story_id?: string
  target?: {
    id: string
    name: string
  }
  position?: number
  can_delete?: boolean
  can_backdate?: boolean
  can_tag?: boolean
  name_tags?: {
    id: string
    name?: string | undefined
  }[]
}

/** The record `Audience`, with any of its fields. */
export type Audience = {
  id: string
  name?: string
  type?: string
  audience_size?: number
  path?: string[]
  description?: string
  valid?: boolean
}

/** The record `ThreatIndicator`, with any of its fields. */
export type ThreatIndicator = {
  id: string
  added_on?: string
  confidence?: number
  description?: string
  indicator?: string
  severity?: string
  share_level?: string
  status?: string
  type?: string
  threat_types?: string[]
}

/** The parameters of `listPagePhotos`. */
export type ListPagePhotosParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** One of profile, tagged, uploaded. Default: `"profile"`. */
  type?: 'uploaded' | 'tagged' | 'profile' | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  biz_tag_id?: string | number | undefined
  /** A numeric id. */
  business_id?: string | number | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `uploadPagePhoto`. */
export type UploadPagePhotoParams = {
  /** True or false. Default: `false`. */
  user_selected_tags?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  manual_privacy?: boolean | undefined | 0 | 1
  /** A 64-bit integer (beyond 2^53 as a string). Default: `0`. */
  attempt?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). Default: `0`. */
  offline_id?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). Default: `-1`. */
  filter_type?: string | number | undefined
  /** True or false. Default: `false`. */
  full_res_is_coming_later?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  audience_exp?: boolean | undefined | 0 | 1
  /** A 64-bit integer (beyond 2^53 as a string). */
  direct_share_status?: string | number | undefined
  /** A numeric id. */
  sponsor_id?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  sponsor_relationship?: string | number | undefined
  /** Text. */
  og_action_type_id?: string | undefined
  /** Text. */
  og_icon_id?: string | undefined
  /** Text. */
  og_object_id?: string | undefined
  /** Text. */
  og_phrase?: string | undefined
  /** Text. */
  og_suggestion_mechanism?: string | undefined
  /** True or false. Default: `false`. */
  og_set_profile_badge?: boolean | undefined | 0 | 1
  /** True or false. */
  is_explicit_location?: boolean | undefined | 0 | 1
  /** True or false. */
  is_explicit_place?: boolean | undefined | 0 | 1
  /** True or false. */
  is_visual_search?: boolean | undefined | 0 | 1
  /** A numeric id. */
  location_source_id?: string | number | undefined
  /** Text that is not empty. */
  application_id?: string | undefined
  /** Text. */
  ios_bundle_id?: string | undefined
  /** Text. */
  android_key_hash?: string | undefined
  /** Text. */
  composer_session_id?: string | undefined
  /** Text. */
  qn?: string | undefined
  /** Text. */
  nectar_module?: string | undefined
  /** A numeric id. */
  proxied_app_id?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  time_since_original_post?: string | number | undefined
  /** Text. */
  aid?: string | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  profile_id?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  uid?: string | number | undefined
  /** An absolute http or https URL. */
  url?: string | undefined
  /** A numeric id. */
  vault_image_id?: string | number | undefined
  /** True or false. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  temporary?: boolean | undefined | 0 | 1
  /** A Unix time in whole seconds. */
  scheduled_publish_time?: string | number | undefined
  /**
   * One of SCHEDULED, SCHEDULED_RECURRING, DRAFT, ADS_POST, INLINE_CREATED, PUBLISHED,
   * REVIEWABLE_BRANDED_CONTENT.
   */
  unpublished_content_type?:
    | 'SCHEDULED'
    | 'SCHEDULED_RECURRING'
    | 'DRAFT'
    | 'ADS_POST'
    | 'INLINE_CREATED'
    | 'PUBLISHED'
    | 'REVIEWABLE_BRANDED_CONTENT'
    | undefined
  /** Text. */
  caption?: string | undefined
  /** Text. */
  message?: string | undefined
  /** Text. */
  name?: string | undefined
  /** Text. */
  alt_text_custom?: string | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  backdated_time?: string | number | undefined
  /** One of year, month, day, hour, min, none. Default: `"none"`. */
  backdated_time_granularity?: 'day' | 'year' | 'month' | 'hour' | 'min' | 'none' | undefined
  /**
   * An object: `value` (one of EVERYONE, FRIENDS_OF_FRIENDS, ALL_FRIENDS, CUSTOM, SELF), `allow` (text),
   * `deny` (text), `friends` (one of ALL_FRIENDS, FRIENDS_OF_FRIENDS, SOME_FRIENDS), `description`
   * (text).
   */
  privacy?:
    | string
    | {
        value: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF'
        allow?: string | undefined
        deny?: string | undefined
        friends?: 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'SOME_FRIENDS' | undefined
        description?: string | undefined
      }
    | undefined
  /** A numeric id. */
  place?: string | number | undefined
  /**
   * A list: an object: `tag_uid` (a numeric id), `tag_text` (text), `x` (a number from 0 to 100), `y` (a
   * number from 0 to 100). Default: `[]`.
   */
  tags?:
    | string
    | readonly (
        | string
        | {
            tag_uid?: string | number | undefined
            tag_text?: string | undefined
            x?: string | number | undefined
            y?: string | number | undefined
          }
      )[]
    | undefined
  /**
   * An object: `age_min` (one of 13, 15, 18, 21, 25), `geo_locations` (an object: `countries` (a list:
   * one of AD, AE, AF … (251 values)), `regions` (a list: a JSON object), `cities` (a list: a JSON
   * object)).
   */
  targeting?:
    | string
    | {
        age_min?: unknown
        geo_locations?:
          | string
          | {
              countries?: string | readonly string[] | undefined
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
      }
    | undefined
  /**
   * An object: `age_max` (an integer from 0 to 65), `age_min` (0 or an integer of 13 or more),
   * `college_years` (a list: an integer), `education_statuses` (a list: an integer from 1 to 3),
   * `genders` (a list: an integer from 1 to 2), `geo_locations` (an object: `countries` (a list: one of
   * AD, AE, AF … (251 values)), `regions` (a list: a JSON object), `cities` (a list: a JSON object)),
   * `interests` (a list: an integer), `locales` (a list: an integer), `relationship_statuses` (a list:
   * an integer from 1 to 4).
   */
  feed_targeting?:
    | string
    | {
        age_max?: string | number | undefined
        age_min?: string | number | undefined
        college_years?: string | readonly (string | number)[] | undefined
        education_statuses?: string | readonly (string | number)[] | undefined
        genders?: string | readonly (string | number)[] | undefined
        geo_locations?:
          | string
          | {
              countries?: string | readonly string[] | undefined
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
        interests?: string | readonly (string | number)[] | undefined
        locales?: string | readonly (string | number)[] | undefined
        relationship_statuses?: string | readonly (string | number)[] | undefined
      }
    | undefined
  /** True or false. Default: `false`. */
  allow_spherical_photo?: boolean | undefined | 0 | 1
  /** A JSON object. */
  spherical_metadata?: string | { [name: string]: unknown } | undefined
  /** An integer from 0 to 360. */
  initial_view_heading_override_degrees?: string | number | undefined
  /** An integer from -90 to 90. */
  initial_view_pitch_override_degrees?: string | number | undefined
  /** An integer from 60 to 120. */
  initial_view_vertical_fov_override_degrees?: string | number | undefined
  /** True or false. Default: `false`. */
  no_story?: boolean | undefined | 0 | 1
  /** Text. */
  target_id?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readPhoto`. */
export type ReadPhotoParams = {
  /** The id of the photo in the path. */
  photo: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `deletePhoto`. */
export type DeletePhotoParams = {
  /** The id of the photo in the path. */
  photo: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listUserPhotos`. */
export type ListUserPhotosParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** One of tagged, uploaded. Default: `"tagged"`. */
  type?: 'uploaded' | 'tagged' | undefined
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPageFeed`. */
export type ListPageFeedParams = {
  /** True or false. */
  is_published?: boolean | undefined | 0 | 1
  /** An integer from 1 to 100: stay within 100. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `publishPost`. */
export type PublishPostParams = {
  /** Text. */
  message?: string | undefined
  /** An absolute http or https URL. */
  link?: string | undefined
  /** Text. */
  description?: string | undefined
  /** Text. */
  name?: string | undefined
  /** An absolute http or https URL. */
  picture?: string | undefined
  /** A numeric id. */
  object_attachment?: string | number | undefined
  /**
   * A list: an object: `link` (an absolute http or https URL), `name` (text that is not empty). Default:
   * `[]`.
   */
  actions?:
    | string
    | readonly (
        | string
        | {
            link: string
            name: string
          }
      )[]
    | undefined
  /** A Unix time in seconds or an ISO 8601 time with an offset. */
  backdated_time?: string | number | undefined
  /** One of year, month, day, hour, minute, min. */
  backdated_time_granularity?: 'day' | 'year' | 'month' | 'hour' | 'min' | 'minute' | undefined
  /**
   * A list: an object: `link` (an absolute http or https URL), `name` (text), `description` (text),
   * `picture` (an absolute http or https URL), `image_hash` (text that is not empty).
   */
  child_attachments?:
    | string
    | readonly (
        | string
        | {
            link: string
            name?: string | undefined
            description?: string | undefined
            picture?: string | undefined
            image_hash?: string | undefined
          }
      )[]
    | undefined
  /** True or false. Default: `true`. */
  multi_share_end_card?: boolean | undefined | 0 | 1
  /** True or false. Default: `true`. */
  multi_share_optimized?: boolean | undefined | 0 | 1
  /**
   * An object: `age_max` (an integer from 0 to 65), `age_min` (0 or an integer of 13 or more),
   * `college_years` (a list: an integer), `education_statuses` (a list: an integer from 1 to 3),
   * `genders` (a list: an integer from 1 to 2), `geo_locations` (an object: `countries` (a list: one of
   * AD, AE, AF … (251 values)), `regions` (a list: a JSON object), `cities` (a list: a JSON object)),
   * `interests` (a list: an integer), `locales` (a list: an integer), `relationship_statuses` (a list:
   * an integer from 1 to 4).
   */
  feed_targeting?:
    | string
    | {
        age_max?: string | number | undefined
        age_min?: string | number | undefined
        college_years?: string | readonly (string | number)[] | undefined
        education_statuses?: string | readonly (string | number)[] | undefined
        genders?: string | readonly (string | number)[] | undefined
        geo_locations?:
          | string
          | {
              countries?: string | readonly string[] | undefined
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
        interests?: string | readonly (string | number)[] | undefined
        locales?: string | readonly (string | number)[] | undefined
        relationship_statuses?: string | readonly (string | number)[] | undefined
      }
    | undefined
  /**
   * An object: `age_min` (one of 13, 15, 18, 21, 25), `geo_locations` (an object: `countries` (a list:
   * one of AD, AE, AF … (251 values)), `regions` (a list: a JSON object), `cities` (a list: a JSON
   * object)).
   */
  targeting?:
    | string
    | {
        age_min?: unknown
        geo_locations?:
          | string
          | {
              countries?: string | readonly string[] | undefined
              regions?: string | readonly (string | { [name: string]: unknown })[] | undefined
              cities?: string | readonly (string | { [name: string]: unknown })[] | undefined
            }
          | undefined
      }
    | undefined
  /** A numeric id. */
  place?: string | number | undefined
  /** A list: a numeric id. Default: `[]`. */
  tags?: string | readonly (string | number)[] | undefined
  /** True or false. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /** A Unix time in whole seconds. */
  scheduled_publish_time?: string | number | undefined
  /**
   * One of SCHEDULED, SCHEDULED_RECURRING, DRAFT, ADS_POST, INLINE_CREATED, PUBLISHED,
   * REVIEWABLE_BRANDED_CONTENT.
   */
  unpublished_content_type?:
    | 'SCHEDULED'
    | 'SCHEDULED_RECURRING'
    | 'DRAFT'
    | 'ADS_POST'
    | 'INLINE_CREATED'
    | 'PUBLISHED'
    | 'REVIEWABLE_BRANDED_CONTENT'
    | undefined
  /** A list: an object: `media_fbid` (a numeric id). Default: `[]`. */
  attached_media?:
    | string
    | readonly (
        | string
        | {
            media_fbid: string | number
          }
      )[]
    | undefined
  /** Text that is not empty. */
  og_action_type_id?: string | undefined
  /** Text that is not empty. */
  og_object_id?: string | undefined
  /** Text that is not empty. */
  og_icon_id?: string | undefined
  /**
   * An object: `type` (one of BOOK_TRAVEL, BUY_NOW, CALL_NOW, DOWNLOAD, GET_DIRECTIONS, GET_QUOTE,
   * INSTALL_APP, INSTALL_MOBILE_APP, LEARN_MORE, LIKE_PAGE, LISTEN_MUSIC, MESSAGE_PAGE, NO_BUTTON,
   * OPEN_LINK, PLAY_GAME, SHOP_NOW, SIGN_UP, SUBSCRIBE, USE_APP, USE_MOBILE_APP, WATCH_MORE,
   * WATCH_VIDEO), `value` (a JSON object).
   */
  call_to_action?:
    | string
    | {
        type: CallToActionType
        value?: string | { [name: string]: unknown } | undefined
      }
    | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readPost`. */
export type ReadPostParams = {
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `deletePost`. */
export type DeletePostParams = {
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listTaggedPosts`. */
export type ListTaggedPostsParams = {
  /** An integer from 1 to 100: stay within 100. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPageReels`. */
export type ListPageReelsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readCampaign`. */
export type ReadCampaignParams = {
  /**
   * One of today, yesterday, this_month, last_month, this_quarter, lifetime, last_3d, last_7d, last_14d,
   * last_28d, last_30d, last_90d, last_week_mon_sun, last_week_sun_sat, last_quarter, last_year,
   * this_week_mon_today, this_week_sun_today, this_year.
   */
  date_preset?:
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'this_quarter'
    | 'lifetime'
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
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `createCampaign`. */
export type CreateCampaignParams = {
  /** Text. */
  name?: string | undefined
  /**
   * One of APP_INSTALLS, BRAND_AWARENESS, CONVERSIONS, EVENT_RESPONSES, LEAD_GENERATION, LINK_CLICKS,
   * LOCAL_AWARENESS, MESSAGES, OFFER_CLAIMS, PAGE_LIKES, POST_ENGAGEMENT, PRODUCT_CATALOG_SALES, REACH,
   * STORE_VISITS, VIDEO_VIEWS, OUTCOME_APP_PROMOTION, OUTCOME_AWARENESS, OUTCOME_ENGAGEMENT,
   * OUTCOME_LEADS, OUTCOME_SALES, OUTCOME_TRAFFIC.
   */
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
  /** One of ACTIVE, PAUSED, DELETED, ARCHIVED. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | undefined
  /** A list: one of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS. */
  special_ad_categories?:
    | string
    | readonly ('NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS')[]
    | undefined
  /** One of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS. */
  special_ad_category?: 'NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS' | undefined
  /** A list: one of AD, AE, AF … (251 values). */
  special_ad_category_country?: string | readonly string[] | undefined
  /** One of AUCTION, RESERVED, FIXED_CPM. */
  buying_type?: 'AUCTION' | 'RESERVED' | 'FIXED_CPM' | undefined
  /** One of LOWEST_COST_WITHOUT_CAP, LOWEST_COST_WITH_BID_CAP, COST_CAP. */
  bid_strategy?: 'LOWEST_COST_WITHOUT_CAP' | 'LOWEST_COST_WITH_BID_CAP' | 'COST_CAP' | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  daily_budget?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  lifetime_budget?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  spend_cap?: string | number | undefined
  /** A list: a JSON object. */
  adlabels?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** A list: one of validate_only, include_recommendations. */
  execution_options?: string | readonly ('validate_only' | 'include_recommendations')[] | undefined
  /** A list: a JSON object. */
  iterative_split_test_configs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** A numeric id. */
  source_campaign_id?: string | number | undefined
  /** A numeric id. */
  topline_id?: string | number | undefined
  /** A JSON object. */
  upstream_events?: string | { [name: string]: unknown } | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `copyCampaign`. */
export type CopyCampaignParams = {
  /** True or false. Default: `false`. */
  deep_copy?: boolean | undefined | 0 | 1
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  start_time?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  end_time?: string | number | undefined
  /**
   * An object: `rename_strategy` (one of DEEP_RENAME, ONLY_TOP_LEVEL_RENAME, NO_RENAME), `rename_prefix`
   * (text), `rename_suffix` (text).
   */
  rename_options?:
    | string
    | {
        rename_strategy?: 'DEEP_RENAME' | 'ONLY_TOP_LEVEL_RENAME' | 'NO_RENAME' | undefined
        rename_prefix?: string | undefined
        rename_suffix?: string | undefined
      }
    | undefined
  /** One of ACTIVE, PAUSED, INHERITED_FROM_SOURCE. Default: `"PAUSED"`. */
  status_option?: 'ACTIVE' | 'PAUSED' | 'INHERITED_FROM_SOURCE' | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCampaigns`. */
export type ListCampaignsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** A list: one of ACTIVE, PAUSED, DELETED, ARCHIVED, IN_PROCESS, WITH_ISSUES. */
  effective_status?:
    | string
    | readonly ('ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | 'IN_PROCESS' | 'WITH_ISSUES')[]
    | undefined
  /**
   * A list: an object: `field` (text that is not empty), `operator` (one of EQUAL, NOT_EQUAL, IN,
   * NOT_IN, CONTAIN, NOT_CONTAIN, GREATER_THAN, LESS_THAN), `value` (a text, a number, or a list of
   * them). Default: `[]`.
   */
  filtering?:
    | string
    | readonly (
        | string
        | {
            field: string
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `updateCampaign`. */
export type UpdateCampaignParams = {
  /** Text. */
  name?: string | undefined
  /**
   * One of APP_INSTALLS, BRAND_AWARENESS, CONVERSIONS, EVENT_RESPONSES, LEAD_GENERATION, LINK_CLICKS,
   * LOCAL_AWARENESS, MESSAGES, OFFER_CLAIMS, PAGE_LIKES, POST_ENGAGEMENT, PRODUCT_CATALOG_SALES, REACH,
   * STORE_VISITS, VIDEO_VIEWS, OUTCOME_APP_PROMOTION, OUTCOME_AWARENESS, OUTCOME_ENGAGEMENT,
   * OUTCOME_LEADS, OUTCOME_SALES, OUTCOME_TRAFFIC.
   */
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
  /** One of ACTIVE, PAUSED, DELETED, ARCHIVED. */
  status?: 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED' | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  spend_cap?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  daily_budget?: string | number | undefined
  /** A 64-bit integer (beyond 2^53 as a string). */
  lifetime_budget?: string | number | undefined
  /** A list: a JSON object. */
  adlabels?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** One of LOWEST_COST_WITHOUT_CAP, LOWEST_COST_WITH_BID_CAP, COST_CAP. */
  bid_strategy?: 'LOWEST_COST_WITHOUT_CAP' | 'LOWEST_COST_WITH_BID_CAP' | 'COST_CAP' | undefined
  /** A list: a JSON object. */
  iterative_split_test_configs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** A list: one of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS. */
  special_ad_categories?:
    | string
    | readonly ('NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS')[]
    | undefined
  /** One of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS. */
  special_ad_category?: 'NONE' | 'EMPLOYMENT' | 'HOUSING' | 'CREDIT' | 'ISSUES_ELECTIONS_POLITICS' | undefined
  /** A list: one of AD, AE, AF … (251 values). */
  special_ad_category_country?: string | readonly string[] | undefined
  /** A JSON object. */
  upstream_events?: string | { [name: string]: unknown } | undefined
  /** A list: one of validate_only, include_recommendations. */
  execution_options?: string | readonly ('validate_only' | 'include_recommendations')[] | undefined
  /** A JSON object. */
  adset_bid_amounts?: string | { [name: string]: string | number } | undefined
  /**
   * A list: an object: `adset_id` (a numeric id), `daily_budget` (a 64-bit integer (beyond 2^53 as a
   * string)), `lifetime_budget` (a 64-bit integer (beyond 2^53 as a string)).
   */
  adset_budgets?:
    | string
    | readonly (
        | string
        | {
            adset_id: string | number
            daily_budget?: string | number | undefined
            lifetime_budget?: string | number | undefined
          }
      )[]
    | undefined
  /** True or false. */
  budget_rebalance_flag?: boolean | undefined | 0 | 1
  /** True or false. */
  is_ios_network_attribution?: boolean | undefined | 0 | 1
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `deleteCampaign`. */
export type DeleteCampaignParams = {
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `deleteCampaigns`. */
export type DeleteCampaignsParams = {
  /** One of DELETE_ANY, DELETE_OLDEST, DELETE_ARCHIVED_BEFORE. */
  delete_strategy: 'DELETE_ANY' | 'DELETE_OLDEST' | 'DELETE_ARCHIVED_BEFORE'
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  before_date?: string | number | undefined
  /** An integer of 1 or more. */
  object_count?: string | number | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listCampaignAds`. */
export type ListCampaignAdsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listCampaignAdSets`. */
export type ListCampaignAdSetsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listCampaignCopies`. */
export type ListCampaignCopiesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listCampaignAdStudies`. */
export type ListCampaignAdStudiesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listCampaignAdRules`. */
export type ListCampaignAdRulesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the campaign in the path. */
  campaign: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readAdAccount`. */
export type ReadAdAccountParams = {
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readAdSet`. */
export type ReadAdSetParams = {
  /** The id of the adSet in the path. */
  adSet: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readAd`. */
export type ReadAdParams = {
  /** The id of the ad in the path. */
  ad: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readCreative`. */
export type ReadCreativeParams = {
  /** The id of the creative in the path. */
  creative: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `createAd`. */
export type CreateAdParams = {
  /** Text. */
  name: string
  /** A numeric id. */
  adset_id: string | number
  /**
   * An object: `creative_id` (a numeric id), `title` (text), `body` (text), `object_url` (an absolute
   * http or https URL), `image_hash` (text), `image_file` (text).
   */
  creative:
    | string
    | {
        creative_id?: string | number | undefined
        title?: string | undefined
        body?: string | undefined
        object_url?: string | undefined
        image_hash?: string | undefined
        image_file?: string | undefined
      }
  /** One of ACTIVE, PAUSED. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `createAsyncBatch`. */
export type CreateAsyncBatchParams = {
  /** Text. */
  name: string
  /**
   * A list: an object: `name` (text), `relative_url` (text that is not empty), `body` (url-encoded text
   * or a JSON object).
   */
  adbatch:
    | string
    | readonly (
        | string
        | {
            name: string
            relative_url: string
            body: string | { [name: string]: unknown }
          }
      )[]
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readAsyncBatch`. */
export type ReadAsyncBatchParams = {
  /** The id of the batch in the path. */
  batch: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listAsyncBatchRequests`. */
export type ListAsyncBatchRequestsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the batch in the path. */
  batch: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readLead`. */
export type ReadLeadParams = {
  /** The id of the lead in the path. */
  lead: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listFormLeads`. */
export type ListFormLeadsParams = {
  /**
   * A list: an object: `field` (one of time_created), `operator` (one of LESS_THAN, GREATER_THAN,
   * GREATER_THAN_OR_EQUAL), `value` (a Unix time in whole seconds). Default: `[]`.
   */
  filtering?:
    | string
    | readonly (
        | string
        | {
            field: 'time_created'
            operator: 'GREATER_THAN' | 'LESS_THAN' | 'GREATER_THAN_OR_EQUAL'
            value: string | number
          }
      )[]
    | undefined
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the form in the path. */
  form: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listAdLeads`. */
export type ListAdLeadsParams = {
  /**
   * A list: an object: `field` (one of time_created), `operator` (one of LESS_THAN, GREATER_THAN,
   * GREATER_THAN_OR_EQUAL), `value` (a Unix time in whole seconds). Default: `[]`.
   */
  filtering?:
    | string
    | readonly (
        | string
        | {
            field: 'time_created'
            operator: 'GREATER_THAN' | 'LESS_THAN' | 'GREATER_THAN_OR_EQUAL'
            value: string | number
          }
      )[]
    | undefined
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the ad in the path. */
  ad: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `exportLeads`. */
export type ExportLeadsParams = {
  /** A numeric id. */
  id: string | number
  /** One of form. */
  type: 'form'
  /** A Unix time in whole seconds. */
  from_date?: string | number | undefined
  /** A Unix time in whole seconds. */
  to_date?: string | number | undefined
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `searchTargeting`. */
export type SearchTargetingParams = {
  /** Text that is not empty. */
  q: string
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /**
   * One of interests, behaviors, life_events, family_statuses, relationship_statuses, education_schools,
   * education_majors, work_employers, work_positions, income, net_worth, home_ownership, home_type,
   * home_value, household_composition, office_type, user_adclusters, college_years, education_statuses,
   * ethnic_affinity, generation, industries, interested_in, location_categories, moms, politics.
   */
  limit_type?:
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'relationship_statuses'
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
    | 'college_years'
    | 'education_statuses'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'interested_in'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** A locale such as en_US. */
  locale?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `suggestTargeting`. */
export type SuggestTargetingParams = {
  /** A list: an object: `type` (text), `id` (text). */
  targeting_list:
    | string
    | readonly (
        | string
        | {
            type: string
            id: string
          }
      )[]
  /** An integer from 1 to 45. Default: `30`. */
  limit?: string | number | undefined
  /**
   * One of interests, behaviors, life_events, family_statuses, relationship_statuses, education_schools,
   * education_majors, work_employers, work_positions, income, net_worth, home_ownership, home_type,
   * home_value, household_composition, office_type, user_adclusters, college_years, education_statuses,
   * ethnic_affinity, generation, industries, interested_in, location_categories, moms, politics.
   */
  limit_type?:
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'relationship_statuses'
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
    | 'college_years'
    | 'education_statuses'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'interested_in'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** A locale such as en_US. */
  locale?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `browseTargeting`. */
export type BrowseTargetingParams = {
  /**
   * One of interests, behaviors, life_events, family_statuses, relationship_statuses, education_schools,
   * education_majors, work_employers, work_positions, income, net_worth, home_ownership, home_type,
   * home_value, household_composition, office_type, user_adclusters, college_years, education_statuses,
   * ethnic_affinity, generation, industries, interested_in, location_categories, moms, politics.
   */
  limit_type?:
    | 'interests'
    | 'behaviors'
    | 'life_events'
    | 'family_statuses'
    | 'relationship_statuses'
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
    | 'college_years'
    | 'education_statuses'
    | 'ethnic_affinity'
    | 'generation'
    | 'industries'
    | 'interested_in'
    | 'location_categories'
    | 'moms'
    | 'politics'
    | undefined
  /** A locale such as en_US. */
  locale?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `validateTargeting`. */
export type ValidateTargetingParams = {
  /** A list: an object: `type` (text), `id` (text). */
  targeting_list?:
    | string
    | readonly (
        | string
        | {
            type: string
            id: string
          }
      )[]
    | undefined
  /** A list: text. */
  id_list?: string | readonly string[] | undefined
  /** A list: text. */
  name_list?: string | readonly string[] | undefined
  /** A locale such as en_US. */
  locale?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `uploadAdImage`. */
export type UploadAdImageParams = {
  /** The Base64 text of an image. */
  bytes?: string | undefined
  /** An object: `source_account_id` (a numeric id), `hash` (text). */
  copy_from?:
    | string
    | {
        source_account_id: string | number
        hash: string
      }
    | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listAdImages`. */
export type ListAdImagesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** A list: text. */
  hashes?: string | readonly string[] | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `deleteAdImage`. */
export type DeleteAdImageParams = {
  /** Text. */
  hash: string
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `searchThreatIndicators`. */
export type SearchThreatIndicatorsParams = {
  /** An integer from 1 to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  text?: string | undefined
  /** True, or anything else for false. */
  strict_text?: boolean | undefined | string
  /** A name of capital letters, digits and underscores. */
  type?: string | undefined
  /** A name of capital letters, digits and underscores. */
  threat_type?: string | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  since?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  until?: string | number | undefined
  /** One of RELEVANCE, CREATE_TIME. Default: `"RELEVANCE"`. */
  sort_by?: 'RELEVANCE' | 'CREATE_TIME' | undefined
  /** One of ASCENDING, DESCENDING. Default: `"DESCENDING"`. */
  sort_order?: 'ASCENDING' | 'DESCENDING' | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listEventStats`. */
export type ListEventStatsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** A list: one of DEVICE_TYPE. Default: `[]`. */
  breakdowns?: string | readonly 'DEVICE_TYPE'[] | undefined
  /** The id of the catalog in the path. */
  catalog: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listFeedUploadErrors`. */
export type ListFeedUploadErrorsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** True or total_count. */
  summary?: boolean | undefined | string | readonly string[]
  /** The id of the feedUpload in the path. */
  feedUpload: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `me`. */
export type MeParams = {
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readUser`. */
export type ReadUserParams = {
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readPage`. */
export type ReadPageParams = {
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listManagedPages`. */
export type ListManagedPagesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readMedia`. */
export type ReadMediaParams = {
  /** The id of the media in the path. */
  media: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listMediaChildren`. */
export type ListMediaChildrenParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the media in the path. */
  media: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listUserMedia`. */
export type ListUserMediaParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `authorize`. */
export type AuthorizeParams = {
  /** A numeric id. */
  client_id: string | number
  /** An absolute http or https URL. */
  redirect_uri: string
  /** One of code. */
  response_type?: 'code' | undefined
  /** A list: text. */
  scope?: string | readonly string[] | undefined
  /** Text. */
  state?: string | undefined
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `exchangeToken`. */
export type ExchangeTokenParams = {
  /** A numeric id. */
  client_id: string | number
  /** Text. */
  client_secret: string
  /** One of authorization_code, fb_exchange_token, client_credentials. */
  grant_type?: 'authorization_code' | 'fb_exchange_token' | 'client_credentials' | undefined
  /** Text. */
  code?: string | undefined
  /** Text. */
  redirect_uri?: string | undefined
  /** Text. */
  fb_exchange_token?: string | undefined
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `batch`. */
export type BatchParams = {
  /**
   * A list: an object: `method` (text), `name` (any value), `relative_url` (text), `body` (any value),
   * `access_token` (text), `headers` (any value), `attached_files` (text), `attachedFiles` (text).
   */
  batch:
    | string
    | readonly (
        | string
        | {
            relative_url: string
            method?: string | undefined
            name?: boolean | undefined | null | string | number | readonly Json[] | { [name: string]: Json }
            body?: boolean | undefined | null | string | number | readonly Json[] | { [name: string]: Json }
            access_token?: string | undefined
            headers?:
              | boolean
              | undefined
              | null
              | string
              | number
              | readonly Json[]
              | { [name: string]: Json }
            attached_files?: string | undefined
            attachedFiles?: string | undefined
          }
      )[]
  /** True or false. Default: `true`. */
  include_headers?: boolean | undefined | 0 | 1
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `readMany`. */
export type ReadManyParams = {
  /** A list: text that is not empty. */
  ids: string | readonly string[]
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listLeadForms`. */
export type ListLeadFormsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readLeadForm`. */
export type ReadLeadFormParams = {
  /** The id of the form in the path. */
  form: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listSubscribedApps`. */
export type ListSubscribedAppsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `subscribeApp`. */
export type SubscribeAppParams = {
  /** A list: one of leadgen, feed, mention … (100 values). */
  subscribed_fields: string | readonly SubscribedField[]
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unsubscribeApp`. */
export type UnsubscribeAppParams = {
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listSubscriptions`. */
export type ListSubscriptionsParams = {
  /** The id of the app in the path. */
  app: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `subscribe`. */
export type SubscribeParams = {
  /** One of page. */
  object: 'page'
  /** An absolute http or https URL. */
  callback_url: string
  /** Text. */
  verify_token: string
  /** A list: one of leadgen, feed, mention … (100 values). */
  fields: string | readonly SubscribedField[]
  /** True or false. */
  include_values?: boolean | undefined | 0 | 1
  /** The id of the app in the path. */
  app: string
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unsubscribe`. */
export type UnsubscribeParams = {
  /** One of page. */
  object?: 'page' | undefined
  /** A list: one of leadgen, feed, mention … (100 values). */
  fields?: string | readonly SubscribedField[] | undefined
  /** The id of the app in the path. */
  app: string
}

/** The parameters of `openLoginDialog`. */
export type OpenLoginDialogParams = {
  /** A numeric id. */
  client_id: string | number
  /** An absolute http or https URL. */
  redirect_uri: string
  /** One of code. */
  response_type?: 'code' | undefined
  /** A list: text. */
  scope?: string | readonly string[] | undefined
  /** Text. */
  state?: string | undefined
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPermissions`. */
export type ListPermissionsParams = {
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `revokePermissions`. */
export type RevokePermissionsParams = {
  /** Text. */
  permission?: string | undefined
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `debugToken`. */
export type DebugTokenParams = {
  /** Text. */
  input_token: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPagePosts`. */
export type ListPagePostsParams = {
  /** An integer from 1 to 100: stay within 100. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listScheduledPosts`. */
export type ListScheduledPostsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the page in the path. */
  page: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `updatePost`. */
export type UpdatePostParams = {
  /** Text. */
  message?: string | undefined
  /** True or false. */
  is_published?: boolean | undefined | 0 | 1
  /** A Unix time in whole seconds. */
  scheduled_publish_time?: string | number | undefined
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listAdAccounts`. */
export type ListAdAccountsParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the user in the path. */
  user: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listAdSets`. */
export type ListAdSetsParams = {
  /** A list: one of ACTIVE, PAUSED, ARCHIVED, CAMPAIGN_PAUSED. Default: `[]`. */
  effective_status?: string | readonly ('ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'CAMPAIGN_PAUSED')[] | undefined
  /**
   * A list: an object: `field` (text that is not empty), `operator` (one of EQUAL, NOT_EQUAL, IN,
   * NOT_IN, CONTAIN, NOT_CONTAIN, GREATER_THAN, LESS_THAN), `value` (a text, a number, or a list of
   * them). Default: `[]`.
   */
  filtering?:
    | string
    | readonly (
        | string
        | {
            field: string
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listAds`. */
export type ListAdsParams = {
  /** A list: one of ACTIVE, PAUSED, ARCHIVED, CAMPAIGN_PAUSED. Default: `[]`. */
  effective_status?: string | readonly ('ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'CAMPAIGN_PAUSED')[] | undefined
  /**
   * A list: an object: `field` (text that is not empty), `operator` (one of EQUAL, NOT_EQUAL, IN,
   * NOT_IN, CONTAIN, NOT_CONTAIN, GREATER_THAN, LESS_THAN), `value` (a text, a number, or a list of
   * them). Default: `[]`.
   */
  filtering?:
    | string
    | readonly (
        | string
        | {
            field: string
            operator:
              | 'EQUAL'
              | 'NOT_EQUAL'
              | 'IN'
              | 'NOT_IN'
              | 'CONTAIN'
              | 'NOT_CONTAIN'
              | 'GREATER_THAN'
              | 'LESS_THAN'
            value: string | number | readonly (string | number)[]
          }
      )[]
    | undefined
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `addAdSet`. */
export type AddAdSetParams = {
  /** Text. */
  name: string
  /** A numeric id. */
  campaign_id: string | number
  /** One of IMPRESSIONS, LINK_CLICKS, PAGE_LIKES, POST_ENGAGEMENT, THRUPLAY. */
  billing_event: 'LINK_CLICKS' | 'PAGE_LIKES' | 'POST_ENGAGEMENT' | 'IMPRESSIONS' | 'THRUPLAY'
  /** A JSON object. */
  targeting: string | { [name: string]: unknown }
  /** One of ACTIVE, PAUSED. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /** Text. */
  optimization_goal?: string | undefined
  /** An integer of 1 or more. */
  daily_budget?: string | number | undefined
  /** An integer of 1 or more. */
  lifetime_budget?: string | number | undefined
  /** An integer of 1 or more. */
  bid_amount?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  start_time?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  end_time?: string | number | undefined
  /** A JSON object. */
  promoted_object?: string | { [name: string]: unknown } | undefined
  /** A list: an object: `event_type` (one of CLICK_THROUGH, VIEW_THROUGH), `window_days` (one of 1, 7). */
  attribution_spec?:
    | string
    | readonly (
        | string
        | {
            event_type: 'CLICK_THROUGH' | 'VIEW_THROUGH'
            window_days: string | number
          }
      )[]
    | undefined
  /** A list: a JSON object. */
  tracking_specs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listCreatives`. */
export type ListCreativesParams = {
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readAdImage`. */
export type ReadAdImageParams = {
  /** The id of the adImage in the path. */
  adImage: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readThreatIndicator`. */
export type ReadThreatIndicatorParams = {
  /** The id of the threatIndicator in the path. */
  threatIndicator: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listInsights`. */
export type ListInsightsParams = {
  /** One of account, campaign, adset, ad. Default: `"account"`. */
  level?: 'campaign' | 'ad' | 'account' | 'adset' | undefined
  /**
   * One of today, yesterday, last_3d, last_7d, last_14d, last_28d, last_30d, last_90d, this_month,
   * last_month, maximum. Default: `"last_30d"`.
   */
  date_preset?:
    | 'maximum'
    | 'today'
    | 'yesterday'
    | 'this_month'
    | 'last_month'
    | 'last_3d'
    | 'last_7d'
    | 'last_14d'
    | 'last_28d'
    | 'last_30d'
    | 'last_90d'
    | undefined
  /**
   * An object: `since` (an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds),
   * `until` (an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds).
   */
  time_range?:
    | string
    | {
        since: string | number
        until: string | number
      }
    | undefined
  /** All_days or 1. Default: `false`. */
  time_increment?: 1 | '1' | 'all_days' | undefined
  /** A list: text. Default: `[]`. */
  breakdowns?: string | readonly string[] | undefined
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the adAccount in the path. */
  adAccount: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `listPostComments`. */
export type ListPostCommentsParams = {
  /** One of chronological, reverse_chronological. Default: `"chronological"`. */
  order?: 'chronological' | 'reverse_chronological' | undefined
  /** True or total_count. */
  summary?: boolean | undefined | string | readonly string[]
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `createComment`. */
export type CreateCommentParams = {
  /** Text that is not empty. */
  message: string
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `listPostLikes`. */
export type ListPostLikesParams = {
  /** True or total_count. */
  summary?: boolean | undefined | string | readonly string[]
  /** An integer of 1 or more, cut to 1000. Default: `25`. */
  limit?: string | number | undefined
  /** Text. */
  after?: string | undefined
  /** Text. */
  before?: string | undefined
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `likePost`. */
export type LikePostParams = {
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
  /** The bytes of the file that the call uploads. */
  source?: Uint8Array | undefined
  /** The files that the call uploads, each under the name of its form part. */
  files?: readonly TypedFile[] | undefined
}

/** The parameters of `unlikePost`. */
export type UnlikePostParams = {
  /** The id of the post in the path. */
  post: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `readComment`. */
export type ReadCommentParams = {
  /** The id of the comment in the path. */
  comment: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `deleteComment`. */
export type DeleteCommentParams = {
  /** The id of the comment in the path. */
  comment: string
  /** The fields to return: names, with `{…}` for those within, as text or as a list. */
  fields?: string | readonly string[] | undefined
}

/** The parameters of `submitLead`. */
export type SubmitLeadParams = {
  /** The id of a node. */
  form: string | number
  /** A JSON object. */
  answers: string | { [name: string]: unknown }
  /** The id of a node. */
  ad?: string | number | undefined
  /** A JSON object. Default: `{}`. */
  disclaimers?: string | { [name: string]: unknown } | undefined
  /** True or false. Default: `false`. */
  preview?: boolean | undefined | 0 | 1
  /** Text. Default: `"fb"`. */
  platform?: string | undefined
}

/** The parameters of `uploadUserPhoto`. */
export type UploadUserPhotoParams = {
  /** The id of a node. */
  user: string | number
  /** An absolute http or https URL. */
  url: string
  /** Text. */
  caption?: string | undefined
  /** The id of a node. */
  place?: string | number | undefined
  /** A list: the id of a node. Default: `[]`. */
  tags?: string | readonly (string | number)[] | undefined
}

/** The parameters of `publishMedia`. */
export type PublishMediaParams = {
  /** The id of a node. */
  user: string | number
  /** One of IMAGE, VIDEO, CAROUSEL_ALBUM. Default: `"IMAGE"`. */
  type?: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | undefined
  /** An absolute http or https URL. */
  url?: string | undefined
  /** Text. */
  caption?: string | undefined
  /** A list: an object: `type` (one of IMAGE, VIDEO), `url` (an absolute http or https URL). */
  children?:
    | string
    | readonly (
        | string
        | {
            url: string
            type?: 'IMAGE' | 'VIDEO' | undefined
          }
      )[]
    | undefined
}

/** The parameters of `createUser`. */
export type CreateUserParams = {
  /** Text. */
  name: string
  /** Text. */
  username?: string | undefined
  /** One of PERSONAL, BUSINESS, MEDIA_CREATOR. Default: `"PERSONAL"`. */
  accountType?: 'PERSONAL' | 'BUSINESS' | 'MEDIA_CREATOR' | undefined
  /** Text. */
  firstName?: string | undefined
  /** Text. */
  lastName?: string | undefined
  /** Text. */
  email?: string | undefined
}

/** The parameters of `createApp`. */
export type CreateAppParams = {
  /** Text. */
  name: string
  /** A list: the id of a node. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /** One of development, standard. Default: `"standard"`. */
  accessLevel?: 'development' | 'standard' | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  createdTime?: string | number | undefined
  /** True or false. Default: `false`. */
  internal?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  publicContentAccess?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  activityStories?: boolean | undefined | 0 | 1
  /** True or false. */
  requireProof?: boolean | undefined | 0 | 1
}

/** The parameters of `createPage`. */
export type CreatePageParams = {
  /** Text. */
  name: string
  /** Text. */
  username?: string | undefined
  /** A list: the id of a node. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /** True or false. Default: `true`. */
  published?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  verified?: boolean | undefined | 0 | 1
  /**
   * One of Local business, Company, Brand, Community, Product/service, Shopping & retail, Restaurant,
   * Nonprofit organization, Media/news company, Public figure.
   */
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
  /** An integer of 0 or more. Default: `10`. */
  engagedUsers?: string | number | undefined
  /** An integer of 0 or more. */
  fans?: string | number | undefined
  /** An integer of 0 or more. */
  followers?: string | number | undefined
}

/** The parameters of `assignTasks`. */
export type AssignTasksParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  user: string | number
  /** A list: one of CREATE_CONTENT, MANAGE, MODERATE, ADVERTISE. */
  tasks: string | readonly ('CREATE_CONTENT' | 'MANAGE' | 'MODERATE' | 'ADVERTISE')[]
}

/** The parameters of `issueToken`. */
export type IssueTokenParams = {
  /** One of user, page, systemUser. */
  kind: 'user' | 'page' | 'systemUser'
  /** The id of a node. */
  app: string | number
  /** The id of a node. */
  user: string | number
  /** The id of a node. */
  page?: string | number | undefined
  /**
   * A list: one of pages_read_engagement, pages_manage_posts, business_management, read_page_mailboxes,
   * user_photos, user_profile, user_media, leads_retrieval, ads_read, ads_management. Default: `[]`.
   */
  scopes?:
    | string
    | readonly (
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
      )[]
    | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  expiresAt?: string | number | undefined
  /** One of shortLived, longLived. */
  lifetime?: 'longLived' | 'shortLived' | undefined
  /** One of EVERYONE, FRIENDS_OF_FRIENDS, ALL_FRIENDS, CUSTOM, SELF. Default: `"EVERYONE"`. */
  privacy?: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF' | undefined
}

/** The parameters of `revokeToken`. */
export type RevokeTokenParams = {
  /** Text. */
  token: string
}

/** The parameters of `endSession`. */
export type EndSessionParams = {
  /** Text. */
  token: string
}

/** The parameters of `grantLoginPrivacy`. */
export type GrantLoginPrivacyParams = {
  /** Text. */
  token: string
  /** One of EVERYONE, FRIENDS_OF_FRIENDS, ALL_FRIENDS, CUSTOM, SELF. */
  privacy: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF'
}

/** The parameters of `setConsent`. */
export type SetConsentParams = {
  /** The id of a node. */
  app: string | number
  /** The id of a node. */
  user: string | number
  /** True or false. Default: `true`. */
  granted?: boolean | undefined | 0 | 1
  /**
   * A list: one of pages_read_engagement, pages_manage_posts, business_management, read_page_mailboxes,
   * user_photos, user_profile, user_media, leads_retrieval, ads_read, ads_management.
   */
  scopes?:
    | string
    | readonly (
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
      )[]
    | undefined
  /** One of EVERYONE, FRIENDS_OF_FRIENDS, ALL_FRIENDS, CUSTOM, SELF. Default: `"EVERYONE"`. */
  privacy?: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF' | undefined
}

/** The parameters of `setLeadAccess`. */
export type SetLeadAccessParams = {
  /** The id of a node. */
  page: string | number
  /** A list: the id of a node. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setProfilePicture`. */
export type SetProfilePictureParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  photo: string | number
}

/** The parameters of `setPostExpiry`. */
export type SetPostExpiryParams = {
  /** The id of a node. */
  post: string | number
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  expiresAt?: string | number | undefined
}

/** The parameters of `hidePost`. */
export type HidePostParams = {
  /** The id of a node. */
  post: string | number
  /** True or false. Default: `true`. */
  hidden?: boolean | undefined | 0 | 1
}

/** The parameters of `createLeadForm`. */
export type CreateLeadFormParams = {
  /** The id of a node. */
  page: string | number
  /**
   * A list: an object: `key` (text that is not empty, and not __proto__), `label` (text), `type` (one of
   * text, storeLocator), `optional` (true or false), `stores` (a list: a numeric id).
   */
  questions:
    | string
    | readonly {
        key: string
        label?: string | undefined
        type?: 'text' | 'storeLocator' | undefined
        optional?: boolean | undefined | 0 | 1
        stores?: string | readonly (string | number)[] | undefined
      }[]
  /** Text. Default: `""`. */
  name?: string | undefined
  /** Text. */
  locale?: string | undefined
  /**
   * A list: an object: `key` (text that is not empty, and not __proto__), `text` (text), `required`
   * (true or false). Default: `[]`.
   */
  disclaimers?:
    | string
    | readonly {
        key: string
        text?: string | undefined
        required?: boolean | undefined | 0 | 1
      }[]
    | undefined
}

/** The parameters of `createAdAccount`. */
export type CreateAdAccountParams = {
  /** Text. */
  name: string
  /** One of USD, AUD, BRL … (33 values). Default: `"USD"`. */
  currency?: string | undefined
  /** Text. Default: `"en_US"`. */
  locale?: string | undefined
  /** A list: the id of a node. Default: `[]`. */
  administrators?: string | readonly (string | number)[] | undefined
  /** An integer of 1 or more. */
  spendCap?: string | number | undefined
  /** Text that is not empty. */
  business?: string | undefined
}

/** The parameters of `assignAdAccountRole`. */
export type AssignAdAccountRoleParams = {
  /** The id of a node. */
  adAccount: string | number
  /** The id of a node. */
  user: string | number
  /** One of ADMIN, ADVERTISER, ANALYST. */
  role?: 'ADMIN' | 'ADVERTISER' | 'ANALYST' | undefined
}

/** The parameters of `createAdSet`. */
export type CreateAdSetParams = {
  /** The id of a node. */
  campaign: string | number
  /** Text. Default: `""`. */
  name?: string | undefined
  /** One of ACTIVE, PAUSED. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
  /** An integer of 1 or more. */
  dailyBudget?: string | number | undefined
  /** An integer of 1 or more. */
  lifetimeBudget?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  startTime?: string | number | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  endTime?: string | number | undefined
  /** Text. */
  optimizationGoal?: string | undefined
  /** A JSON object. */
  promotedObject?: string | { [name: string]: unknown } | undefined
  /** A list: an object: `event_type` (one of CLICK_THROUGH, VIEW_THROUGH), `window_days` (one of 1, 7). */
  attributionSpec?:
    | string
    | readonly (
        | string
        | {
            event_type: 'CLICK_THROUGH' | 'VIEW_THROUGH'
            window_days: string | number
          }
      )[]
    | undefined
  /** A list: a JSON object. */
  trackingSpecs?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** A list: text. Default: `[]`. */
  placements?: string | readonly string[] | undefined
  /** One of AUCTION, RESERVED, FIXED_CPM. */
  buyingType?: 'AUCTION' | 'RESERVED' | 'FIXED_CPM' | undefined
}

/** The parameters of `createCreative`. */
export type CreateCreativeParams = {
  /** The id of a node. */
  adAccount: string | number
  /** Text. Default: `""`. */
  name?: string | undefined
  /** Text. */
  title?: string | undefined
  /** Text. */
  body?: string | undefined
  /** An absolute http or https URL. */
  objectUrl?: string | undefined
  /** Text. */
  imageHash?: string | undefined
}

/** The parameters of `deleteCreative`. */
export type DeleteCreativeParams = {
  /** The id of a node. */
  creative: string | number
}

/** The parameters of `createAdWithCreative`. */
export type CreateAdWithCreativeParams = {
  /** The id of a node. */
  adSet: string | number
  /** The id of a node. */
  creative: string | number
  /** Text. Default: `""`. */
  name?: string | undefined
  /** One of ACTIVE, PAUSED. Default: `"PAUSED"`. */
  status?: 'ACTIVE' | 'PAUSED' | undefined
}

/** The parameters of `recordAdResults`. */
export type RecordAdResultsParams = {
  /** The id of a node. */
  ad: string | number
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  date?: string | number | undefined
  /** An integer from 0 to 1000000000. Default: `0`. */
  impressions?: string | number | undefined
  /** An integer from 0 to 1000000000. Default: `0`. */
  reach?: string | number | undefined
  /** An integer from 0 to 1000000000. Default: `0`. */
  clicks?: string | number | undefined
  /** An integer from 0 to 1000000000. Default: `0`. */
  spend?: string | number | undefined
}

/** The parameters of `createAdStudy`. */
export type CreateAdStudyParams = {
  /** The id of a node. */
  adAccount: string | number
  /** A list: the id of a node. */
  campaigns: string | readonly (string | number)[]
  /** Text. Default: `""`. */
  name?: string | undefined
}

/** The parameters of `createAdRule`. */
export type CreateAdRuleParams = {
  /** The id of a node. */
  adAccount: string | number
  /** Text. Default: `""`. */
  name?: string | undefined
  /** One of CAMPAIGN, ADSET, AD. */
  entityType?: 'CAMPAIGN' | 'ADSET' | 'AD' | undefined
  /** A list: the id of a node. */
  campaigns?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setCampaignPlatformFields`. */
export type SetCampaignPlatformFieldsParams = {
  /** The id of a node. */
  campaign: string | number
  /** A numeric id. */
  ad_strategy_id?: string | number | undefined
  /** A numeric id. */
  boosted_object_id?: string | number | undefined
  /** A list: a JSON object. */
  brand_lift_studies?: string | readonly (string | { [name: string]: unknown })[] | undefined
  /** A JSON object. */
  recommendations?: string | { [name: string]: unknown } | undefined
}

/** The parameters of `recordSpend`. */
export type RecordSpendParams = {
  /** The id of a node. */
  campaign: string | number
  /** An integer of 0 or more. */
  amount: string | number
}

/** The parameters of `recordReach`. */
export type RecordReachParams = {
  /** The id of a node. */
  adSet: string | number
  /** A list: the id of a node. */
  users: string | readonly (string | number)[]
}

/** The parameters of `blockActor`. */
export type BlockActorParams = {
  /** The id of a node. */
  actor: string | number
}

/** The parameters of `unblockActor`. */
export type UnblockActorParams = {
  /** The id of a node. */
  actor: string | number
}

/** The parameters of `disableLogin`. */
export type DisableLoginParams = {
  /** The id of a node. */
  user: string | number
  /** True or false. Default: `true`. */
  disabled?: boolean | undefined | 0 | 1
}

/** The parameters of `setAppAccessLevel`. */
export type SetAppAccessLevelParams = {
  /** The id of a node. */
  app: string | number
  /** One of development, standard. */
  accessLevel: 'development' | 'standard'
}

/** The parameters of `registerUrl`. */
export type RegisterUrlParams = {
  /** An absolute http or https URL. */
  url: string
  /** Bytes, as a Uint8Array or {"$base64": "…"}. */
  bytes?:
    | Uint8Array
    | {
        $base64: string
      }
    | undefined
  /** True or false. Default: `false`. */
  missing?: boolean | undefined | 0 | 1
  /** True or false. Default: `false`. */
  hidden?: boolean | undefined | 0 | 1
  /** Text. Default: `"text/html"`. */
  contentType?: string | undefined
  /** Text. */
  title?: string | undefined
  /** Text. */
  description?: string | undefined
  /** An absolute http or https URL. */
  image?: string | undefined
}

/** The parameters of `addBusinessTag`. */
export type AddBusinessTagParams = {
  /** Text. */
  name: string
  /** The id of a node. */
  business?: string | number | undefined
  /** A list: the id of a node. Default: `[]`. */
  photos?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setCampaignIssues`. */
export type SetCampaignIssuesParams = {
  /** The id of a node. */
  campaign: string | number
  /**
   * A list: an object: `level` (text), `error_code` (an integer), `error_summary` (text),
   * `error_message` (text), `error_type` (text).
   */
  issues:
    | string
    | readonly (
        | string
        | {
            level: string
            error_code: string | number
            error_summary: string
            error_message: string
            error_type: string
          }
      )[]
}

/** The parameters of `setProcessing`. */
export type SetProcessingParams = {
  /** The id of a node. */
  campaign: string | number
  /** True or false. Default: `true`. */
  processing?: boolean | undefined | 0 | 1
}

/** The parameters of `rankPost`. */
export type RankPostParams = {
  /** The id of a node. */
  post: string | number
  /** An integer. */
  rank: string | number
}

/** The parameters of `publishScheduledPost`. */
export type PublishScheduledPostParams = {
  /** The id of a node. */
  post: string | number
}

/** The parameters of `publishScheduledPhoto`. */
export type PublishScheduledPhotoParams = {
  /** The id of a node. */
  photo: string | number
}

/** The parameters of `expirePhoto`. */
export type ExpirePhotoParams = {
  /** The id of a node. */
  photo: string | number
}

/** The parameters of `addTargetingAudiences`. */
export type AddTargetingAudiencesParams = {
  /**
   * A list: an object: `id` (a numeric id), `type` (one of interests, behaviors, life_events,
   * family_statuses, relationship_statuses, education_schools, education_majors, work_employers,
   * work_positions, income, net_worth, home_ownership, home_type, home_value, household_composition,
   * office_type, user_adclusters, college_years, education_statuses, ethnic_affinity, generation,
   * industries, interested_in, location_categories, moms, politics), `name` (text that is not empty),
   * `audienceSize` (an integer of 0 or more), `path` (a list: text that is not empty), `description`
   * (text), `browsable` (true or false), `translations` (a list: an object: `locale` (a locale such as
   * en_US), `name` (text that is not empty), `path` (a list: text that is not empty)).
   */
  audiences:
    | string
    | readonly (
        | string
        | {
            type: AudiencesType
            name: string
            audienceSize: string | number
            id?: string | number | undefined
            path?: string | readonly string[] | undefined
            description?: string | undefined
            browsable?: boolean | undefined | 0 | 1
            translations?:
              | string
              | readonly (
                  | string
                  | {
                      locale: string
                      name?: string | undefined
                      path?: string | readonly string[] | undefined
                    }
                )[]
              | undefined
          }
      )[]
  /** True or false. Default: `false`. */
  replace?: boolean | undefined | 0 | 1
}

/** The parameters of `addPagePost`. */
export type AddPagePostParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  creator?: string | number | undefined
  /** Text. */
  message?: string | undefined
  /** Text. */
  story?: string | undefined
  /**
   * One of added_photos, added_video, app_created_story, approved_friend, created_event, created_group,
   * created_note, mobile_status_update, published_story, shared_story, tagged_in_photo, wall_post.
   */
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
  /** An object: `title` (text), `seconds` (an integer from 0 to 100000), `spherical` (true or false). */
  video?:
    | string
    | {
        title?: string | undefined
        seconds?: string | number | undefined
        spherical?: boolean | undefined | 0 | 1
      }
    | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  eventTime?: string | number | undefined
  /** True or false. Default: `true`. */
  published?: boolean | undefined | 0 | 1
}

/** The parameters of `visitPage`. */
export type VisitPageParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  user: string | number
  /** Text. */
  message: string
}

/** The parameters of `commentOnPost`. */
export type CommentOnPostParams = {
  /** The id of a node. */
  post: string | number
  /** The id of a node. */
  user: string | number
  /** Text that is not empty. */
  message?: string | undefined
}

/** The parameters of `setPostLike`. */
export type SetPostLikeParams = {
  /** The id of a node. */
  post: string | number
  /** The id of a node. */
  user: string | number
  /** True or false. Default: `true`. */
  liked?: boolean | undefined | 0 | 1
}

/** The parameters of `editPost`. */
export type EditPostParams = {
  /** The id of a node. */
  post: string | number
  /** Text. */
  message: string
}

/** The parameters of `tagPageInPost`. */
export type TagPageInPostParams = {
  /** The id of a node. */
  post: string | number
  /** The id of a node. */
  page: string | number
  /** True or false. Default: `false`. */
  story?: boolean | undefined | 0 | 1
}

/** The parameters of `sharePost`. */
export type SharePostParams = {
  /** The id of a node. */
  post: string | number
  /** The id of a node. */
  page: string | number
}

/** The parameters of `recordEngagement`. */
export type RecordEngagementParams = {
  /** The id of a node. */
  post: string | number
  /** An integer of 0 or more. */
  actions?: string | number | undefined
  /** An integer of 0 or more. */
  shares?: string | number | undefined
  /** An integer of 0 or more. */
  reach?: string | number | undefined
}

/** The parameters of `setPostInsights`. */
export type SetPostInsightsParams = {
  /** The id of a node. */
  post: string | number
  /** Text. */
  promotable_id?: string | undefined
  /** True or false. */
  is_eligible_for_promotion?: boolean | undefined | 0 | 1
  /**
   * One of eligible, ineligible_caption_mentions_not_allowed, ineligible_caption_too_long,
   * ineligible_media_aspect_ratio, ineligible_media_dimension, ineligible_media_square_aspect_ratio,
   * ineligible_media_square_dimension, ineligible_post_type, ineligible_unknown_error,
   * ineligible_video_length.
   */
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
  /** Text. */
  is_photoapp_eligible?: string | undefined
  /** True or false. */
  is_popular?: boolean | undefined | 0 | 1
  /** A list: text. */
  video_buying_eligibility?: string | readonly string[] | undefined
  /** True or false. */
  subscribed?: boolean | undefined | 0 | 1
  /** True or false. */
  can_reply_privately?: boolean | undefined | 0 | 1
  /** Text. */
  allowed_advertising_objects?: string | undefined
  /** Text. */
  icon?: string | undefined
  /** Text. */
  permalink_url?: string | undefined
  /** An object: `name` (text), `text` (text), `href` (text). */
  properties?:
    | string
    | {
        name: string
        text: string
        href: string
      }
    | undefined
  /**
   * One of added_photos, added_video, app_created_story, approved_friend, created_event, created_group,
   * created_note, mobile_status_update, published_story, shared_story, tagged_in_photo, wall_post.
   */
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
  /** Text. */
  story?: string | undefined
}

/** The parameters of `setPostTargeting`. */
export type SetPostTargetingParams = {
  /** The id of a node. */
  post: string | number
  /** A list: an integer from 1 to 2. */
  interestedIn?: string | readonly (string | number)[] | undefined
  /** A list: an integer of 1 or more. */
  locales?: string | readonly (string | number)[] | undefined
}

/** The parameters of `setPostPrivacy`. */
export type SetPostPrivacyParams = {
  /** The id of a node. */
  post: string | number
  /**
   * An object: `value` (one of EVERYONE, FRIENDS_OF_FRIENDS, ALL_FRIENDS, CUSTOM, SELF), `allow` (text),
   * `deny` (text), `friends` (one of ALL_FRIENDS, FRIENDS_OF_FRIENDS, SOME_FRIENDS), `description`
   * (text).
   */
  privacy:
    | string
    | {
        value: 'EVERYONE' | 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'CUSTOM' | 'SELF'
        allow?: string | undefined
        deny?: string | undefined
        friends?: 'FRIENDS_OF_FRIENDS' | 'ALL_FRIENDS' | 'SOME_FRIENDS' | undefined
        description?: string | undefined
      }
}

/** The parameters of `addReel`. */
export type AddReelParams = {
  /** The id of a node. */
  page: string | number
  /** Text. */
  description?: string | undefined
}

/** The parameters of `createActivityObject`. */
export type CreateActivityObjectParams = {
  /** Text. */
  name: string
}

/** The parameters of `registerDomain`. */
export type RegisterDomainParams = {
  /** The id of a node. */
  page: string | number
  /** A domain name. */
  domain: string
}

/** The parameters of `verifyPage`. */
export type VerifyPageParams = {
  /** The id of a node. */
  page: string | number
  /** True or false. Default: `true`. */
  verified?: boolean | undefined | 0 | 1
}

/** The parameters of `addThreatIndicator`. */
export type AddThreatIndicatorParams = {
  /** Text that is not empty. */
  indicator: string
  /** A name of capital letters, digits and underscores. */
  type: string
  /** A list: a name of capital letters, digits and underscores. Default: `[]`. */
  threatTypes?: string | readonly string[] | undefined
  /** Text. Default: `""`. */
  description?: string | undefined
  /** An integer from 0 to 100. Default: `50`. */
  confidence?: string | number | undefined
  /** One of INFO, WARNING, SUSPICIOUS, SEVERE, APOCALYPSE. Default: `"INFO"`. */
  severity?: 'INFO' | 'WARNING' | 'SUSPICIOUS' | 'SEVERE' | 'APOCALYPSE' | undefined
  /** One of WHITE, GREEN, AMBER, RED, UNKNOWN. Default: `"UNKNOWN"`. */
  shareLevel?: 'WHITE' | 'GREEN' | 'AMBER' | 'RED' | 'UNKNOWN' | undefined
  /** One of MALICIOUS, NON_MALICIOUS, SUSPICIOUS, UNKNOWN. Default: `"UNKNOWN"`. */
  status?: 'SUSPICIOUS' | 'UNKNOWN' | 'MALICIOUS' | 'NON_MALICIOUS' | undefined
  /** An ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds. */
  addedOn?: string | number | undefined
}

/** The parameters of `createCatalog`. */
export type CreateCatalogParams = {
  /** Text. */
  name: string
  /** The id of a node. */
  adAccount: string | number
  /** A list: the id of a node. Default: `[]`. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `assignCatalogAccess`. */
export type AssignCatalogAccessParams = {
  /** The id of a node. */
  catalog: string | number
  /** The id of a node. */
  user: string | number
  /** True or false. Default: `true`. */
  access?: boolean | undefined | 0 | 1
}

/** The parameters of `createEventSource`. */
export type CreateEventSourceParams = {
  /** Text. */
  name: string
  /** One of pixel, app. */
  type: 'app' | 'pixel'
  /** A list: the id of a node. Default: `[]`. */
  users?: string | readonly (string | number)[] | undefined
}

/** The parameters of `assignEventSourceAccess`. */
export type AssignEventSourceAccessParams = {
  /** The id of a node. */
  eventSource: string | number
  /** The id of a node. */
  user: string | number
  /** True or false. Default: `true`. */
  access?: boolean | undefined | 0 | 1
}

/** The parameters of `createProductFeed`. */
export type CreateProductFeedParams = {
  /** The id of a node. */
  catalog: string | number
  /** Text. */
  name: string
}

/** The parameters of `ingestProductFeed`. */
export type IngestProductFeedParams = {
  /** The id of a node. */
  feed: string | number
  /** A list: a JSON object. */
  rows: string | readonly (string | { [name: string]: unknown })[]
  /**
   * A list: an object: `severity` (one of fatal, warning), `summary` (text), `description` (text), `row`
   * (an integer of 1 or more), `column` (an integer of 1 or more). Default: `[]`.
   */
  errors?:
    | string
    | readonly (
        | string
        | {
            severity: 'fatal' | 'warning'
            summary: string
            description?: string | undefined
            row?: string | number | undefined
            column?: string | number | undefined
          }
      )[]
    | undefined
}

/** The parameters of `recordCatalogEvents`. */
export type RecordCatalogEventsParams = {
  /** The id of a node. */
  catalog: string | number
  /**
   * A list: an object: `source` (the id of a node), `event` (one of ViewContent, AddToCart, Purchase),
   * `contents` (a list: text that is not empty), `device` (one of desktop, mobile_android_phone,
   * mobile_android_tablet, mobile_ipad, mobile_iphone, mobile_ipod, mobile_phone, mobile_tablet,
   * mobile_windows_phone, unknown), `time` (an ISO 8601 time with an offset, a date YYYY-MM-DD, or a
   * Unix time in seconds).
   */
  events:
    | string
    | readonly (
        | string
        | {
            source: string | number
            event: 'ViewContent' | 'AddToCart' | 'Purchase'
            contents: string | readonly string[]
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
            time?: string | number | undefined
          }
      )[]
}

/** The parameters of `setWebhook`. */
export type SetWebhookParams = {
  /** The id of a node. */
  app: string | number
  /** An absolute http or https URL. */
  url?: string | undefined
  /** Text. Default: `""`. */
  verifyToken?: string | undefined
  /** A list: one of leadgen. Default: `["leadgen"]`. */
  fields?: string | readonly 'leadgen'[] | undefined
  /** True or false. */
  verify?: boolean | undefined | 0 | 1
}

/** The parameters of `removeWebhook`. */
export type RemoveWebhookParams = {
  /** The id of a node. */
  app: string | number
}

/** The parameters of `installApp`. */
export type InstallAppParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  app: string | number
}

/** The parameters of `uninstallApp`. */
export type UninstallAppParams = {
  /** The id of a node. */
  page: string | number
  /** The id of a node. */
  app: string | number
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
    success: boolean
  }>
  /**
   * Lists the published posts that name a page, newest first. Other pages must be authentic.
   *
   * `GET /{page}/tagged` (Endpoints › Page feed). Errors: 100, 190, 200, 80001.
   */
  listTaggedPosts(params: ListTaggedPostsParams): CallOutcome<List<Post>>
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
      copied_campaign_id: string
      ad_object_ids: {
        ad_object_type:
          | 'topline'
          | 'campaign'
          | 'ad'
          | 'unique_adcreative'
          | 'ad_set'
          | 'opportunities'
          | 'privacy_info_center'
          | 'ad_account'
        source_id: string
        copied_id: string
      }[]
    }
  >
  /**
   * Lists the campaigns of an ad account, newest first. Archived ones are left out unless
   * `effective_status` names ARCHIVED. Deleted ones are in no list, so `effective_status` must not name
   * DELETED (SIL-108). `filtering` tests ids, names, times and effective statuses, as the lists of ad
   * sets and ads do (SIL-189).
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
    success: boolean
    recommendations?: { [name: string]: Json } | undefined
  }>
  /**
   * Deletes a campaign with its ad sets and ads. They stay readable by id, but no list shows them
   * (CAM-005, CAM-187; SIL-010, SIL-113).
   *
   * `DELETE /{campaign}` (Endpoints › Ad campaigns). Errors: 100, 190, 200, 270, 368, 2635, 80004.
   */
  deleteCampaign(params: DeleteCampaignParams): CallOutcome<{
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
    objects_left_to_delete_count: number
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
    data: Audience[]
  }>
  /**
   * Suggests audiences of the same categories as those of a list (TGT-024): 30 unless `limit` is given.
   *
   * `GET /act_{adAccount}/targetingsuggestions` (Endpoints › Detailed targeting). Errors: 100, 190, 200,
   * 270, 2635, 80004.
   */
  suggestTargeting(params: SuggestTargetingParams): CallOutcome<{
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
    images: {
      [name: string]: {
        hash: string
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
      event?: 'ViewContent' | 'AddToCart' | 'Purchase'
      date_start?: string
      date_stop?: string
      event_source?: {
        id: string
        source_type: string
      }
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
      total_matched_content_ids?: number
      total_unmatched_content_ids?: number
      unique_matched_content_ids?: number
      unique_unmatched_content_ids?: number
    }>
  >
  /**
   * Lists the errors of a feed upload in the order of its rows. With `summary` the result has their
   * total number, on every page (CAT-002, CAT-036, CAT-038; SIL-171).
   *
   * `GET /{feedUpload}/errors` (Endpoints › Catalog and feed upload). Errors: 100, 190.
   */
  listFeedUploadErrors(params: ListFeedUploadErrorsParams): CallOutcome<{
    data: UploadError[]
    paging: {
      cursors?:
        | {
            before: string
            after: string
          }
        | undefined
      next?: string | undefined
      previous?: string | undefined
    }
    summary?:
      | {
          total_count: number
        }
      | undefined
  }>
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
   *
   * `GET /{user}/accounts` (Authentication). Errors: 100, 190, 200.
   */
  listManagedPages(params: ListManagedPagesParams): CallOutcome<List<ManagedPage>>
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
    access_token: string
    token_type: string
    expires_in?: number | undefined
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
      code: number
      body: unknown
    })[]
  >
  /**
   * Reads up to 50 nodes, each as a read of its own with the parameters of this call. The answer is an
   * object of the nodes by their ids. If one read fails, the whole call fails with its error. The
   * contract does not describe it (SIL-029).
   *
   * `GET /` (Endpoints). Errors: 100, 190, 200, 270, 278, 368, 2635, 80001, 80004.
   */
  readMany(params: ReadManyParams): CallOutcome<{ [name: string]: unknown }>
  /**
   * Lists the lead forms of a page, newest first. Requires a page token.
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
    data: {
      object: 'page'
      active: boolean
      fields: {
        name: string
        version: string
      }[]
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
    success: boolean
  }>
  /**
   * Opens the authorization window, like `authorize`: redirects the browser to `redirect_uri` with a
   * `code`, or with `error=access_denied`. The action `setConsent` decides which.
   *
   * `GET /dialog/oauth` (Beyond the description). Errors: 100, 190, 200.
   *
   * See https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/
   */
  openLoginDialog(params: OpenLoginDialogParams): CallOutcome<{
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
    data: {
      permission: string
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
    data: {
      is_valid: boolean
      scopes: string[]
      app_id?: string | undefined
      type?: 'USER' | 'PAGE' | 'SYSTEM_USER' | 'APP' | undefined
      application?: string | undefined
      error?:
        | {
            code: number
            message: string
            subcode?: number | undefined
          }
        | undefined
      expires_at?: number | undefined
      data_access_expires_at?: number | undefined
      user_id?: string | undefined
      profile_id?: string | undefined
    }
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
   * account, or for each campaign, ad set or ad; for the whole period, or with `time_increment=1` for
   * each day. Days are those of UTC. `time_range` takes precedence over `date_preset`.
   *
   * `GET /act_{adAccount}/insights` (Beyond the description). Errors: 100, 190, 200, 270, 2635, 80004.
   *
   * See https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights/
   */
  listInsights(params: ListInsightsParams): CallOutcome<
    List<{
      reach?: string
      spend?: string
      impressions?: string
      clicks?: string
      account_id?: string
      adset_id?: string
      campaign_id?: string
      date_start?: string
      date_stop?: string
      account_name?: string
      account_currency?: string
      campaign_name?: string
      adset_name?: string
      ad_id?: string
      ad_name?: string
    }>
  >
  /**
   * Lists the comments on a post, oldest first; with `summary` it adds their total number.
   *
   * `GET /{post}/comments` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/comments/
   */
  listPostComments(params: ListPostCommentsParams): CallOutcome<{
    data: Comment[]
    paging: {
      cursors?:
        | {
            before: string
            after: string
          }
        | undefined
      next?: string | undefined
      previous?: string | undefined
    }
    summary?:
      | {
          order: 'chronological' | 'reverse_chronological'
          total_count: number
          can_comment: boolean
        }
      | undefined
  }>
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
  listPostLikes(params: ListPostLikesParams): CallOutcome<{
    data: Like[]
    paging: {
      cursors?:
        | {
            before: string
            after: string
          }
        | undefined
      next?: string | undefined
      previous?: string | undefined
    }
    summary?:
      | {
          total_count: number
          can_like: boolean
          has_liked: boolean
        }
      | undefined
  }>
  /**
   * Likes a post as the page, if the page does not like it yet. Requires a page token.
   *
   * `POST /{post}/likes` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/object/likes/
   */
  likePost(params: LikePostParams): CallOutcome<{
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
   * Deletes a comment on a post of the page, whoever wrote it. Requires a page token.
   *
   * `DELETE /{comment}` (Beyond the description). Errors: 100, 190, 200, 80001.
   *
   * See https://developers.facebook.com/docs/graph-api/reference/comment/
   */
  deleteComment(params: DeleteCommentParams): CallOutcome<{
    success: boolean
  }>
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
    id: string
    children: string[]
  }>
  /**
   * Creates a user: a person with an account.
   *
   * Authentication.
   */
  createUser(params: CreateUserParams): CallOutcome<{
    id: string
  }>
  /**
   * Creates an app. Returns its id, its secret and its app token. An app whose `createdTime` is after 2
   * July 2018 needs the permission leads_retrieval to read leads.
   *
   * Authentication.
   */
  createApp(params: CreateAppParams): CallOutcome<{
    id: string
    secret: string
    token: string
  }>
  /**
   * Creates a page. Its `administrators` hold every task on it. A place is a page too.
   *
   * Resources and their fields.
   */
  createPage(params: CreatePageParams): CallOutcome<{
    id: string
  }>
  /**
   * Sets the tasks of a person on a page. An empty list removes the person from the page.
   *
   * Authentication.
   */
  assignTasks(params: AssignTasksParams): CallOutcome<{
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
    token: string
  }>
  /**
   * Revokes a token: calls with it now fail with code 190.
   *
   * Authentication.
   */
  revokeToken(params: RevokeTokenParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Ends the login session of a token: calls with it now fail with code 102 or 190.
   *
   * Authentication.
   */
  endSession(params: EndSessionParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the privacy level that a person granted an app at login: the most open level that the app may
   * use.
   *
   * Authentication.
   */
  grantLoginPrivacy(params: GrantLoginPrivacyParams): CallOutcome<{
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
    success: boolean
  }>
  /**
   * Sets the users who may read the leads of a page. Without `users`, all its administrators may.
   *
   * Authentication.
   */
  setLeadAccess(params: SetLeadAccessParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Makes a photo of a page its profile picture. Previous ones stay in the list of profile pictures.
   *
   * Endpoints › Page photos.
   */
  setProfilePicture(params: SetProfilePictureParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the time from which a post cannot be read. Without `expiresAt` the post never expires.
   *
   * Endpoints › Page feed.
   */
  setPostExpiry(params: SetPostExpiryParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Hides a post from the timeline of its page, or shows it again. It stays visible elsewhere.
   *
   * Resources and their fields › Page post.
   */
  hidePost(params: HidePostParams): CallOutcome<{
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
    id: string
  }>
  /**
   * Creates an ad account, and gives each of its administrators the role ADMIN. `business` is the name
   * of the business that owns it. `spendCap` is in subunits of its currency; it only appears in reads.
   *
   * Endpoints › Ad campaigns.
   */
  createAdAccount(params: CreateAdAccountParams): CallOutcome<{
    id: string
  }>
  /**
   * Sets the role of a person on an ad account. Without `role` it removes their role.
   *
   * Authentication.
   */
  assignAdAccountRole(params: AssignAdAccountRoleParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Creates an ad set of a campaign. Either the campaign or its ad sets have a budget, never both. The
   * objective of the campaign determines the allowed optimization goals and attribution windows, and the
   * default tracking specs.
   *
   * Endpoints › Ad campaigns.
   */
  createAdSet(params: CreateAdSetParams): CallOutcome<{
    id: string
  }>
  /**
   * Creates an ad creative of an ad account. `imageHash` chooses an image of the account.
   *
   * Endpoints › Ad campaigns.
   */
  createCreative(params: CreateCreativeParams): CallOutcome<{
    id: string
  }>
  /**
   * Deletes an ad creative, which frees its image for deletion. Ads with this creative stay as they are.
   *
   * States and transitions › Ad image.
   */
  deleteCreative(params: DeleteCreativeParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Creates an ad in an ad set, with an existing creative of the same ad account.
   *
   * Endpoints › Ad campaigns.
   */
  createAdWithCreative(params: CreateAdWithCreativeParams): CallOutcome<{
    id: string
  }>
  /**
   * Adds to the results of an ad on a day, today unless `date` names another: to its counts, and to the
   * spend of its campaign and ad account. `reach` counts the people that the ad reached for the first
   * time. `spend` is in subunits of the account's currency.
   *
   * Beyond the description.
   */
  recordAdResults(params: RecordAdResultsParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Creates a study of campaigns of an ad account.
   *
   * Resources and their fields › Campaign.
   */
  createAdStudy(params: CreateAdStudyParams): CallOutcome<{
    id: string
  }>
  /**
   * Creates an ad rule of an ad account. It can name campaigns by id, or a kind of object.
   *
   * Resources and their fields › Campaign.
   */
  createAdRule(params: CreateAdRuleParams): CallOutcome<{
    id: string
  }>
  /**
   * Sets fields of a campaign that only the platform can set (SIL-131). A parameter that is left out
   * changes nothing. An empty object removes the recommendations; the other fields cannot be removed.
   *
   * Resources and their fields › Campaign.
   */
  setCampaignPlatformFields(params: SetCampaignPlatformFieldsParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Adds to the spend of a campaign and of its ad account, in subunits of the account's currency.
   *
   * Resources and their fields › Campaign.
   */
  recordSpend(params: RecordSpendParams): CallOutcome<{
    spent: string
  }>
  /**
   * Records the people that an ad set reached. Returns the number of different people that the ad set
   * and its campaign have reached: a person reached by several ad sets counts once (CAM-057; SIL-133).
   *
   * Resources and their fields › Campaign.
   */
  recordReach(params: RecordReachParams): CallOutcome<{
    adSet: number
    campaign: number
  }>
  /**
   * Blocks a user, an app, a page or an ad account: their later calls fail with 368 (ERR-012, SIL-043).
   *
   * Errors.
   */
  blockActor(params: BlockActorParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Unblocks a user, an app, a page or an ad account.
   *
   * Errors.
   */
  unblockActor(params: UnblockActorParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Disables or enables the shared login of a user (ERR-014).
   *
   * Errors.
   */
  disableLogin(params: DisableLoginParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the access level of an app to the ads interface: development or standard (ERR-007).
   *
   * Authentication.
   */
  setAppAccessLevel(params: SetAppAccessLevelParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Registers a URL of the simulated web, with its content or as missing. `hidden` makes links to it
   * invisible. A second registration of a URL replaces the first.
   *
   * Endpoints › Page photos.
   */
  registerUrl(params: RegisterUrlParams): CallOutcome<{
    id: string
  }>
  /**
   * Adds a business tag to photos. Without `business` it creates a business of the same name.
   *
   * Endpoints › Page photos.
   */
  addBusinessTag(params: AddBusinessTagParams): CallOutcome<{
    id: string
    business: string
  }>
  /**
   * Sets the delivery issues of a campaign. With any issue its effective status is WITH_ISSUES.
   *
   * Resources and their fields › Campaign.
   */
  setCampaignIssues(params: SetCampaignIssuesParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets whether a campaign is in process. Its effective status is then IN_PROCESS since version 4.0
   * (VER-007).
   *
   * Versioning.
   */
  setProcessing(params: SetProcessingParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the rank of a post among the published posts of its year (LIM-001).
   *
   * Limits.
   */
  rankPost(params: RankPostParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Publishes a scheduled post with its photos. Its created_time is the time of publication.
   *
   * States and transitions › Photo and post publication.
   */
  publishScheduledPost(params: PublishScheduledPostParams): CallOutcome<{
    id: string
  }>
  /**
   * Publishes a scheduled photo that was uploaded without a story. It is in no post.
   *
   * States and transitions › Photo and post publication.
   */
  publishScheduledPhoto(params: PublishScheduledPhotoParams): CallOutcome<{
    id: string
  }>
  /**
   * Deletes an unpublished photo that no post has used, about 24 hours after its upload (PHO-013,
   * LIM-007).
   *
   * States and transitions › Photo and post publication.
   */
  expirePhoto(params: ExpirePhotoParams): CallOutcome<{
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
    ids: string[]
  }>
  /**
   * Adds a post to the feed of a page that publishPost cannot create: a video, a life event, a generated
   * story, or another type of status. Texts can mention pages and people as `@[id]`.
   *
   * Resources and their fields › Page post.
   */
  addPagePost(params: AddPagePostParams): CallOutcome<{
    id: string
  }>
  /**
   * Adds a visitor's post to the feed of a page. Its author is the person; it is addressed to the page.
   *
   * Resources and their fields › Page post.
   */
  visitPage(params: VisitPageParams): CallOutcome<{
    id: string
  }>
  /**
   * Adds a comment to a post. Its updated_time changes, and the person becomes subscribed to it. A
   * comment with a message is listed among the comments on the post.
   *
   * Resources and their fields › Page post.
   */
  commentOnPost(params: CommentOnPostParams): CallOutcome<{
    success: boolean
    id?: string | undefined
  }>
  /**
   * Makes a person like a post, or takes their like back.
   *
   * Resources and their fields › Page post.
   */
  setPostLike(params: SetPostLikeParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Changes the message of a post. Its updated_time changes.
   *
   * Resources and their fields › Page post.
   */
  editPost(params: EditPostParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Tags a page in a post. With `story`, a story about the mention is added to the feed of the tagged
   * page; its parent is the post.
   *
   * Endpoints › Page feed.
   */
  tagPageInPost(params: TagPageInPostParams): CallOutcome<{
    success: boolean
    id?: string | undefined
  }>
  /**
   * Shares a post on the feed of a page. The post's share count rises by one, and never falls.
   *
   * Resources and their fields › Page post.
   */
  sharePost(params: SharePostParams): CallOutcome<{
    id: string
  }>
  /**
   * Sets the counts of actions on a post, of its shares, and of the people whom it reached.
   *
   * Resources and their fields › Page post.
   */
  recordEngagement(params: RecordEngagementParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the values of derived fields of a post. A field that is left out is derived again.
   *
   * Resources and their fields › Page post.
   */
  setPostInsights(params: SetPostInsightsParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the keys of a post's targeting that records have and no endpoint writes.
   *
   * Resources and their fields › Page post.
   */
  setPostTargeting(params: SetPostTargetingParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets the privacy of a post.
   *
   * Resources and their fields › Page post.
   */
  setPostPrivacy(params: SetPostPrivacyParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Adds a reel to a page.
   *
   * Endpoints › Page feed.
   */
  addReel(params: AddReelParams): CallOutcome<{
    id: string
  }>
  /**
   * Creates a predefined object of a feeling or an activity, for `og_object_id` of publishPost.
   *
   * Endpoints › Page feed.
   */
  createActivityObject(params: CreateActivityObjectParams): CallOutcome<{
    id: string
  }>
  /**
   * Registers a domain as owned by a page: posts with links of the domain can have a custom image.
   *
   * Endpoints › Page feed.
   */
  registerDomain(params: RegisterDomainParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Sets whether a page is authentic: other pages list the posts of authentic pages that tag them.
   *
   * Endpoints › Page feed.
   */
  verifyPage(params: VerifyPageParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Adds an indicator of compromise, which every app sees at any share level (SIL-180). `addedOn` is the
   * time of its collection, now unless given, cut to whole seconds.
   *
   * Resources and their fields › Threat indicator.
   */
  addThreatIndicator(params: AddThreatIndicatorParams): CallOutcome<{
    id: string
  }>
  /**
   * Creates a product catalog of an ad account, with the users who can read it.
   *
   * Endpoints › Catalog and feed upload.
   */
  createCatalog(params: CreateCatalogParams): CallOutcome<{
    id: string
  }>
  /**
   * Grants or, with `access` false, revokes a person's access to a catalog.
   *
   * Endpoints › Catalog and feed upload.
   */
  assignCatalogAccess(params: AssignCatalogAccessParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Creates a pixel or an app that reports catalog events, with the users who see its statistics.
   *
   * Resources and their fields › Catalog event statistic.
   */
  createEventSource(params: CreateEventSourceParams): CallOutcome<{
    id: string
  }>
  /**
   * Grants or, with `access` false, revokes a person's access to the statistics of an event source.
   *
   * Resources and their fields › Catalog event statistic.
   */
  assignEventSourceAccess(params: AssignEventSourceAccessParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Creates a product feed, whose uploads create the items of a catalog.
   *
   * Endpoints › Catalog and feed upload.
   */
  createProductFeed(params: CreateProductFeedParams): CallOutcome<{
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
    id: string
    items: string[]
  }>
  /**
   * Records events that pixels and apps report. A content id is matched if the catalog has an item with
   * that id. Statistics show a day once it is over. `time` must lie in the last 28 days.
   *
   * Resources and their fields › Catalog event statistic.
   */
  recordCatalogEvents(params: RecordCatalogEventsParams): CallOutcome<{
    matched: number
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
    id: string
    status: 'active' | 'pending'
  }>
  /**
   * Removes the webhook of an app. Its queued deliveries are dropped, and listed as dropped.
   *
   * Events.
   */
  removeWebhook(params: RemoveWebhookParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Installs an app on a page: its webhook gets the notices of later events there (HOK-004).
   *
   * Events.
   */
  installApp(params: InstallAppParams): CallOutcome<{
    success: boolean
  }>
  /**
   * Uninstalls an app from a page. Notices that are queued already are still delivered.
   *
   * Events.
   */
  uninstallApp(params: UninstallAppParams): CallOutcome<{
    success: boolean
  }>
}

/** The readings of the contract's silences that a world follows. */
export type Policy = {
  /** The form of post times in results: `unix` seconds, or `iso` text (SIL-021). */
  postTimes: 'unix' | 'iso'
  /** The fields of a read without `fields`: `all` with a value, or a `minimal` set (SIL-017). */
  defaultFields: 'all' | 'minimal'
  /**
   * The effect of an unknown name in `fields`: `refuse` the call with 100, or `ignore` the name
   * (SIL-018).
   */
  unknownFields: 'refuse' | 'ignore'
  /** The `from` that a user token can read: `onlyCurrentUser`, or pages too with `keepPages` (SIL-055). */
  fromForUserTokens: 'onlyCurrentUser' | 'keepPages'
  /** Unpublished posts in the feed: listed `onRequest` by is_published, `always` or `never` (SIL-085). */
  unpublishedInFeed: 'never' | 'onRequest' | 'always'
  /** The quotes in the JSON text of a parameter such as `filtering`: `double`, or `any` (SIL-013). */
  jsonQuotes: 'any' | 'double'
  /** The ids in webhook notices: a JSON `number`, or a `text` (SIL-167). */
  webhookIds: 'number' | 'text'
  /** The maximum published posts of a calendar year in the feed; the highest ranked are kept (SIL-086). */
  rankedPostsPerYear: number
  /** The behavior of a scheduled post at its time: `publishAtTime` or `stayScheduled` (SIL-100). */
  scheduledPosts: 'publishAtTime' | 'stayScheduled'
  /** Seconds after which an unpublished photo that no post contains is deleted (SIL-076). */
  unpublishedPhotoRetention: number
  /** The photo URLs that work: all, with a `synthetic` picture, or only `registered` ones (SIL-071). */
  photoUrls: 'synthetic' | 'registered'
  /** The links that are visible: all except hidden ones (`open`), or only `registered` ones (SIL-092). */
  links: 'registered' | 'open'
  /** The HTTP status of error codes. Other codes have 400 (SIL-034). */
  errorStatus: { [name: string]: number }
  /** The versions that are served, oldest first (SIL-030). */
  versions: readonly `v${number}.${number}`[]
  /** The version of calls without a version in their path (SIL-030). */
  defaultVersion: `v${number}.${number}`
  /** The oldest version of ads calls. Older versions get the error 2635 (SIL-031). */
  adsMinVersion: `v${number}.${number}`
  /** Lifetimes of tokens and codes, in seconds (SIL-046). */
  tokenLifetimes: {
    shortLivedUser: number
    longLivedUser: number
    authorizationCode: number
  }
  /** The retries of undelivered notices, and the signatures of deliveries (SIL-164, SIL-165). */
  webhook: {
    retrySchedule: readonly number[]
    dropAfter: number
    signing: 'none' | 'both' | 'sha256' | 'sha1'
  }
  /** Calls of a page with page tokens: a number per engaged user in a window of seconds (SIL-184). */
  pageCallLimit: null | {
    perEngagedUser: number
    seconds: number
  }
  /** Calls of an ad account in a window of seconds (SIL-185). */
  adAccountCallLimit: null | {
    development: number
    standard: number
    perActiveAd: number
    seconds: number
  }
  /** Lead reads of a page: a number per lead of the last days in a window of seconds (SIL-186). */
  leadReadLimit: null | {
    perLead: number
    leadDays: number
    seconds: number
  }
  /**
   * Calls and fields that only the live service describes: `serve`, or `refuse` as without this key
   * (SIL-189).
   */
  beyond?: 'refuse' | 'serve'
}
