/** A city as the search for places shows it. */
interface City {
  readonly key: string
  readonly name: string
  /** The code of its country. */
  readonly country: string
  readonly region: string
  readonly regionId: number
}

/** Large cities by country, each with its region. The live service has some 50,000. */
const named: Readonly<Record<string, string>> = {
  AR: 'Buenos Aires: Ciudad de Buenos Aires, Córdoba: Córdoba Province',
  AU: 'Sydney: New South Wales, Melbourne: Victoria, Brisbane: Queensland, Perth: Western Australia',
  AT: 'Vienna: Vienna, Graz: Styria',
  BE: 'Brussels: Brussels, Antwerp: Flanders',
  BR: 'São Paulo: São Paulo (state), Rio de Janeiro: Rio de Janeiro (state), Brasília: Federal District',
  CA: 'Toronto: Ontario, Montreal: Quebec, Vancouver: British Columbia, Calgary: Alberta',
  CH: 'Zürich: Canton of Zürich, Geneva: Canton of Geneva',
  CN: 'Beijing: Beijing, Shanghai: Shanghai',
  CO: 'Bogotá: Bogotá, Medellín: Antioquia',
  CZ: 'Prague: Prague',
  DE: 'Berlin: Berlin, Hamburg: Hamburg, Munich: Bavaria, Cologne: North Rhine-Westphalia',
  DK: 'Copenhagen: Capital Region of Denmark',
  EG: 'Cairo: Cairo Governorate',
  ES: 'Madrid: Comunidad de Madrid, Barcelona: Cataluña, Valencia: Comunidad Valenciana',
  FI: 'Helsinki: Uusimaa',
  FR: 'Paris: Île-de-France, Lyon: Auvergne-Rhône-Alpes, Marseille: Provence-Alpes-Côte d’Azur',
  GB: 'London: England, Manchester: England, Birmingham: England, Edinburgh: Scotland, Cardiff: Wales',
  GR: 'Athens: Attica',
  ID: 'Jakarta: Jakarta, Surabaya: East Java',
  IE: 'Dublin: County Dublin, Cork: County Cork',
  IL: 'Jerusalem: Jerusalem District, Tel Aviv: Tel Aviv District',
  IN: 'Mumbai: Maharashtra, New Delhi: Delhi, Bengaluru: Karnataka, Chennai: Tamil Nadu',
  IT: 'Rome: Lazio, Milan: Lombardia, Naples: Campania',
  JP: 'Tokyo: Tokyo, Osaka: Osaka Prefecture, Kyoto: Kyoto Prefecture',
  KE: 'Nairobi: Nairobi',
  KR: 'Seoul: Seoul, Busan: Busan',
  MX: 'Mexico City: Distrito Federal, Guadalajara: Jalisco, Monterrey: Nuevo León',
  NG: 'Lagos: Lagos, Abuja: Federal Capital Territory',
  NL: 'Amsterdam: Noord-Holland, Rotterdam: Zuid-Holland',
  NO: 'Oslo: Oslo',
  NZ: 'Auckland: Auckland, Wellington: Wellington',
  PH: 'Manila: Metro Manila',
  PL: 'Warsaw: Masovian Voivodeship, Kraków: Lesser Poland Voivodeship',
  PT: 'Lisbon: Lisbon District, Porto: Porto District',
  SE: 'Stockholm: Stockholm County, Gothenburg: Västra Götaland County',
  SG: 'Singapore: Singapore',
  TH: 'Bangkok: Bangkok',
  TR: 'Istanbul: Istanbul Province, Ankara: Ankara Province',
  US:
    'New York: New York, Los Angeles: California, Chicago: Illinois, Houston: Texas, Phoenix: Arizona, ' +
    'Philadelphia: Pennsylvania, San Diego: California, Dallas: Texas, San Francisco: California, ' +
    'Seattle: Washington, Boston: Massachusetts, Miami: Florida, Atlanta: Georgia, Denver: Colorado',
  VN: 'Hanoi: Hanoi, Ho Chi Minh City: Ho Chi Minh City',
  ZA: 'Johannesburg: Gauteng, Cape Town: Western Cape',
}

/** The keys and numbers are made up: the first of each, from which the others follow. */
const [FIRST_KEY, FIRST_REGION] = [2_400_000, 3_800]

const places = Object.entries(named).flatMap(([country, list]) =>
  list.split(', ').map((place) => {
    const [name = '', region = ''] = place.split(': ')
    return { country, name, region }
  }),
)
const regions = [...new Set(places.map(({ country, region }) => `${country} ${region}`))]

/** The cities that are simulated. */
export const cities: readonly City[] = places.map((place, index) => ({
  ...place,
  key: String(FIRST_KEY + index),
  regionId: FIRST_REGION + regions.indexOf(`${place.country} ${place.region}`),
}))
