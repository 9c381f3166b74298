/** The events of which a catalog keeps statistics (Resources › Catalog event statistic). */
export const catalogEvents = ['ViewContent', 'AddToCart', 'Purchase'] as const

/** The kinds of device by which statistics are broken down (SIL-170). */
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

/** What statistics can be broken down by besides event and source. */
export const eventBreakdowns = ['DEVICE_TYPE'] as const

/** How bad an error of a feed upload is: a fatal one keeps its row from becoming an item. */
export const uploadSeverities = ['fatal', 'warning'] as const
