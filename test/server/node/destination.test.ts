import { describe, expect, test } from 'vitest'
import { addressOf, destinationOf } from '../../../src/server/http/destination.ts'

const listed = ['hook.test', 'ported.test:8443', '203.0.113.9', '169.254.169.254', '[2001:db8::1]']

/** The IP address to call, or the key words of the error. */
async function resolve(url: string, ...addresses: string[]): Promise<string> {
  try {
    return await addressOf(destinationOf(url, listed), async () => addresses)
  } catch (error) {
    const { message } = error as Error
    const words =
      /valid http|invalid host|neither a loopback|must be written as|may not call|no address/.exec(message)
    return words?.[0] ?? message
  }
}

describe('the URL of a webhook [S13]', () => {
  test.each<[string, string, string?]>([
    // Loopback hosts and listed hosts are called.
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://127.0.0.1:8080/hook?x=1', '127.0.0.1'],
    ['https://127.255.255.254/', '127.255.255.254'],
    ['HTTP://127.0.0.1/', '127.0.0.1'],
    ['http://[::1]:3000/', '::1'],
    ['http://localhost/', '127.0.0.1', '127.0.0.1'],
    ['http://LocalHost:80/', '::1', '::1'],
    ['http://shop.localhost/', '127.0.0.1', '127.0.0.1'],
    ['https://hook.test/path', '198.51.100.7', '198.51.100.7'],
    ['https://hook.test:444/', '10.0.0.7', '10.0.0.7'],
    ['https://HOOK.test/', '127.0.0.1', '127.0.0.1'],
    ['https://ported.test:8443/', '192.168.1.2', '192.168.1.2'],
    ['http://203.0.113.9/', '203.0.113.9'],
    ['http://[2001:db8::1]/', '2001:db8::1'],
    // Any other host is not.
    ['https://example.test/', 'neither a loopback'],
    ['https://ported.test/', 'neither a loopback'],
    ['https://ported.test:8444/', 'neither a loopback'],
    ['https://evil.hook.test/', 'neither a loopback'],
    ['https://hook.test.evil.test/', 'neither a loopback'],
    ['https://hook.test./', 'neither a loopback'],
    ['http://localhost./', 'neither a loopback'],
    ['http://localhost.evil.test/', 'neither a loopback'],
    ['http://127.0.0.1.nip.test/', 'neither a loopback'],
    ['http://10.0.0.1/', 'neither a loopback'],
    ['http://192.168.0.1/', 'neither a loopback'],
    ['http://172.16.0.1/', 'neither a loopback'],
    ['http://0.0.0.0/', 'neither a loopback'],
    ['http://[::]/', 'neither a loopback'],
    ['http://metadata.google.internal/', 'neither a loopback'],
    ['http://100.100.100.200/', 'neither a loopback'],
    ['http://[fe80::1]/', 'neither a loopback'],
    ['http://[fd00:ec2::254]/', 'neither a loopback'],
    // What is listed by hand may be anything but where no webhook is.
    ['http://169.254.169.254/latest/meta-data', 'may not call'],
    // A loopback address written in another way is not allowed.
    ['http://2130706433/', 'neither a loopback'],
    ['http://0x7f000001/', 'neither a loopback'],
    ['http://017700000001/', 'neither a loopback'],
    ['http://0177.0.0.1/', 'neither a loopback'],
    ['http://0x7f.0.0.1/', 'neither a loopback'],
    ['http://127.1/', 'neither a loopback'],
    ['http://127.0.1/', 'neither a loopback'],
    ['http://127.000.000.001/', 'neither a loopback'],
    ['http://127.0.0.1./', 'neither a loopback'],
    ['http://[::ffff:127.0.0.1]/', 'neither a loopback'],
    ['http://[::ffff:7f00:1]/', 'neither a loopback'],
    ['http://[0:0:0:0:0:0:0:1]/', 'neither a loopback'],
    ['http://[::127.0.0.1]/', 'neither a loopback'],
    ['http://①②⑦.0.0.1/', 'invalid host'],
    ['http://127。0。0。1/', 'invalid host'],
    ['http://%6c%6fcalhost/', 'invalid host'],
    ['http://loc\talhost/', 'invalid host'],
    ['http://local\nhost/', 'invalid host'],
    ['http://hook.test:99999/', 'valid http'],
    ['http://hook.test:/', 'invalid host'],
    // A user name is not allowed.
    ['http://user@localhost/', 'invalid host'],
    ['http://user:secret@127.0.0.1/', 'invalid host'],
    ['http://localhost@evil.test/', 'invalid host'],
    ['http://evil.test@localhost/', 'invalid host'],
    ['http://evil.test\\@localhost/', 'neither a loopback'],
    ['http://localhost\\@evil.test/', '127.0.0.1', '127.0.0.1'],
    ['http://evil.test#@localhost/', 'neither a loopback'],
    ['http://localhost:80@evil.test/', 'invalid host'],
    // Other schemes, and texts that are not URLs.
    ['ftp://localhost/', 'valid http'],
    ['file:///etc/passwd', 'valid http'],
    ['gopher://127.0.0.1:70/', 'valid http'],
    ['javascript:alert(1)', 'valid http'],
    ['//localhost/', 'valid http'],
    ['localhost', 'valid http'],
    [' http://localhost/', 'valid http'],
    ['http:localhost/', 'valid http'],
    ['http:///localhost/', 'invalid host'],
    ['http://', 'valid http'],
    ['', 'valid http'],
  ])('%j leads to %s', async (url, where, ...addresses) => {
    expect(await resolve(url, ...(addresses as string[]))).toBe(where)
  })
})

describe('an address that a listed name has [S13]', () => {
  test.each([
    ['0.0.0.0'],
    ['0.1.2.3'],
    ['169.254.0.1'],
    ['169.254.169.254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['192.0.0.192'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['fec0::1'],
    ['ff02::1'],
    ['fd00:ec2::254'],
    ['::ffff:127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:a9fe:a9fe'],
    ['64:ff9b::a9fe:a9fe'],
    ['2002:a9fe:a9fe::1'],
    ['2001:0:a9fe:a9fe::1'],
    ['::127.0.0.1'],
    ['::a9fe:a9fe'],
    ['::ffff:0:a9fe:a9fe'],
    ['nonsense'],
    [''],
  ])('%j is not called, whether it comes first or last', async (address) => {
    expect(await resolve('http://hook.test/', address)).toBe('may not call')
    expect(await resolve('http://hook.test/', '198.51.100.7', address)).toBe('may not call')
  })

  test('of other kinds is called, the first of several', async () => {
    expect(await resolve('http://hook.test/', '10.1.2.3', '198.51.100.7')).toBe('10.1.2.3')
    expect(await resolve('http://hook.test/', '2606:4700::1111')).toBe('2606:4700::1111')
    expect(await resolve('http://hook.test/', '0:0:0:0:0:0:0:1')).toBe('0:0:0:0:0:0:0:1')
    expect(await resolve('http://hook.test/')).toBe('no address')
  })

  test('of a loopback name must be loopback, whatever the resolver answers', async () => {
    for (const address of ['10.0.0.1', '198.51.100.7', '169.254.169.254'])
      for (const url of ['http://localhost/', 'http://a.localhost/'])
        expect(await resolve(url, '127.0.0.1', address)).toBe('may not call')
  })

  test('is looked up once, so that a second answer cannot differ', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    const destination = destinationOf('http://hook.test/', listed)
    expect(await addressOf(destination, async () => answers.shift() ?? [])).toBe('127.0.0.1')
    expect(answers).toHaveLength(1)
  })
})
