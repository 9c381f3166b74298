/** Seconds in a minute, an hour and a day. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Every number of the chapter Limits, and those of the decisions. Units and bounds are part of the name. */
export const limits = {
  listLimitDefault: 25,
  listLimitMax: 1_000,
  feedReadLimitMax: 100,
  scheduledPublishDelaySecondsMin: 10 * MINUTE,
  scheduledPublishDelaySecondsMax: 75 * DAY,
  attachedMediaMax: 30,
  childAttachmentsMin: 2,
  childAttachmentsMax: 10,
  childAttachmentsUnoptimizedMax: 5,
  childAttachmentNameCodePointsMax: 35,
  childAttachmentDescriptionCodePointsMax: 30,
  targetingCountriesMax: 25,
  targetingAgeMin: 13,
  targetingAgeMax: 65,
  targetingSuggestionsLimitDefault: 30,
  targetingSuggestionsLimitMax: 45,
  smallAudiencePeopleMin: 2_000,
  fullPictureSideMax: 720,
  pictureBytesMax: 10 * 1024 * 1024,
  adImageNameCharactersMax: 100,
  adImageSideMax: 1_080,
  adImageThumbnailSideMax: 128,
  adImageUrlSeconds: DAY,
  zipEntriesMax: 50,
  zipInflatedBytesMax: 16 * 1024 * 1024,
  zipRatioMax: 100,
  copiedAdsSynchronousMax: 3,
  copiedAdsAsynchronousMax: 51,
  spendCapUsdSubunitsMin: 10_000,
  spendCapNone: 922_337_203_685_478,
  sphericalHeadingDegreesMin: 0,
  sphericalHeadingDegreesMax: 360,
  sphericalPitchDegreesMin: -90,
  sphericalPitchDegreesMax: 90,
  sphericalFovDegreesMin: 60,
  sphericalFovDegreesMax: 120,
} as const
