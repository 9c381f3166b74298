/** The country codes of special_ad_category_country by first letter, as the contract lists them (CAM-092). */
const byLetter = [
  'AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ', // CAM-125
  'BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ', // CAM-126
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ', // CAM-127
  'DE DJ DK DM DO DZ', // CAM-128
  'EC EE EG EH ER ES ET', // CAM-129
  'FI FJ FK FM FO FR', // CAM-130
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY', // CAM-131
  'HK HM HN HR HT HU', // CAM-132
  'ID IE IL IM IN IO IQ IR IS IT', // CAM-133
  'JE JM JO JP', // CAM-134
  'KE KG KH KI KM KN KP KR KW KY KZ', // CAM-135
  'LA LB LC LI LK LR LS LT LU LV LY', // CAM-136
  'MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ', // CAM-137
  'NA NC NE NF NG NI NL NO NP NR NU NZ', // CAM-138
  'OM', // CAM-139
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY', // CAM-140
  'QA', // CAM-141
  'RE RO RS RU RW', // CAM-142
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ', // CAM-143
  'TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ', // CAM-144
  'UA UG UM US UY UZ', // CAM-145
  'VA VC VE VG VI VN VU', // CAM-146
  'WF WS', // CAM-147
  'XK', // CAM-148
  'YE YT', // CAM-149
  'ZA ZM ZW', // CAM-150
]

/** The 251 country codes of special_ad_category_country. */
export const countries: readonly string[] = byLetter.flatMap((codes) => codes.split(' '))
