/** Seconds in a minute, an hour and a day. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The numbers of the chapter Limits and of the decisions, named with their units and kinds of bound. */
export const limits = {
  listLimitDefault: 25, // SIL-024
  listLimitMax: 1_000, // SIL-024
  feedReadLimitMax: 100, // LIM-002, ERR-021, FEE-135
  threatIndicatorsLimitMax: 1_000, // LIM-003, THR-019
  scheduledPublishDelaySecondsMin: 10 * MINUTE, // LIM-006, FEE-216
  scheduledPublishDelaySecondsMax: 75 * DAY, // LIM-006, FEE-217
  attachedMediaMax: 30,
  childAttachmentsMin: 2, // LIM-008, FEE-170
  childAttachmentsMax: 10, // LIM-009, FEE-172
  childAttachmentsUnoptimizedMax: 5, // LIM-008, FEE-171
  childAttachmentsDisplayedMax: 5, // LIM-009, FEE-172
  childAttachmentNameCodePointsMax: 35,
  childAttachmentDescriptionCodePointsMax: 30,
  targetingCountriesMax: 25, // LIM-010, FEE-098
  targetingAgeMin: 13, // LIM-012, FEE-194
  targetingAgeMax: 65, // LIM-011, FEE-192
  targetingSuggestionsLimitDefault: 30, // LIM-004, TGT-028
  targetingSuggestionsLimitMax: 45, // LIM-005, TGT-029
  smallAudiencePeopleMin: 2_000,
  fullPictureSideMax: 720, // LIM-019, FEE-032
  pictureBytesMax: 10 * 1024 * 1024,
  adImageNameCharactersMax: 100, // LIM-018, IMG-010
  adImageSideMax: 1_080,
  adImageThumbnailSideMax: 128,
  adImageUrlSeconds: DAY,
  zipEntriesMax: 50,
  zipInflatedBytesMax: 16 * 1024 * 1024,
  zipRatioMax: 100,
  copiedAdsSynchronousMax: 3, // LIM-014, CAM-206
  copiedAdsAsynchronousMax: 51, // LIM-015, CAM-207
  asyncRequestsMin: 1,
  asyncRequestsMax: 50,
  batchCallsMax: 50,
  spendCapUsdSubunitsMin: 10_000, // LIM-016, CAM-103
  spendCapNone: 922_337_203_685_478, // LIM-017, CAM-104
  eventStatsDays: 28, // LIM-022, CAT-015
  leadCountDays: 90, // LIM-020
  catalogEventsMax: 100_000,
  feedRowsMax: 100_000,
  feedErrorsMax: 100_000,
  outboxNoticesMax: 5_000,
  endedNoticesMax: 1_000,
  sphericalHeadingDegreesMin: 0, // LIM-023, PHO-082
  sphericalHeadingDegreesMax: 360, // LIM-023, PHO-082
  sphericalPitchDegreesMin: -90, // LIM-024, PHO-084
  sphericalPitchDegreesMax: 90, // LIM-024, PHO-084
  sphericalFovDegreesMin: 60, // LIM-025, PHO-086
  sphericalFovDegreesMax: 120, // LIM-025, PHO-086
} as const
