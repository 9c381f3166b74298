<?php
// A job as a queue of Laravel runs it: it publishes what is due, once. VARIANT says what is wrong with it.
function ask(string $method, string $path, array $params): array {
    $params['access_token'] = getenv('FB_TOKEN');
    $url = "https://graph.facebook.com/v24.0/$path";
    $call = curl_init($method === 'GET' ? "$url?" . http_build_query($params) : $url);
    curl_setopt($call, CURLOPT_RETURNTRANSFER, true);
    curl_setopt($call, CURLOPT_TIMEOUT, 20);
    if ($method === 'POST') curl_setopt($call, CURLOPT_POSTFIELDS, http_build_query($params));
    $body = json_decode((string) curl_exec($call), true);
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200 || !is_array($body)) throw new RuntimeException('no answer');
    return $body;
}
function keep(array &$done, string $message): void {
    if (!in_array($message, $done)) $done[] = $message;
    file_put_contents('done.json.new', json_encode($done));
    rename('done.json.new', 'done.json');
}
$done = file_exists('done.json') ? json_decode(file_get_contents('done.json'), true) : [];
$feed = getenv('FB_PAGE') . '/feed';
foreach (['We are open'] as $message) {
    if (in_array($message, $done)) continue;
    // Wrong: a death between the mark and the post loses the post.
    if (getenv('VARIANT') === 'marks first') keep($done, $message);
    try {
        // Wrong: the answer to the post of a start before may be lost.
        $isThere = getenv('VARIANT') !== 'posts blindly' &&
            in_array($message, array_column(ask('GET', $feed, ['fields' => 'message'])['data'], 'message'));
        try {
            if (!$isThere) ask('POST', $feed, ['message' => $message]);
        } catch (RuntimeException $error) {
            if (getenv('VARIANT') !== 'retries at once') throw $error;
            // Wrong: the post may be there, and its answer lost.
            ask('POST', $feed, ['message' => $message]);
        }
    } catch (RuntimeException $error) {
        // Wrong: nobody tries again what failed once.
        if (getenv('VARIANT') !== 'forgets errors') exit(1);
    }
    keep($done, $message);
}
