/** The events that a catalog counts (CAT-017). */
export const catalogEvents = ['ViewContent', 'AddToCart', 'Purchase'] as const

/** The device types of event statistics (SIL-170). */
export const deviceTypes = [
  'desktop',
  'mobile_android_phone',
  'mobile_android_tablet',
  'mobile_ipad',
  'mobile_iphone',
  'mobile_ipod',
  'mobile_phone',
  'mobile_tablet',
  'mobile_windows_phone',
  'unknown',
] as const

/** The values of `breakdowns` (CAT-025). */
export const eventBreakdowns = ['DEVICE_TYPE'] as const

/** The severities of an upload error. A row with a fatal error creates no item (CAT-007, CAT-022). */
export const uploadSeverities = ['fatal', 'warning'] as const
