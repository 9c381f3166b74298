<?php
$graph = (getenv('FAUXGRAPH_URL') ?: 'http://127.0.0.1:8080') . '/_sim/w/php'; // a world of this test

function call(string $path, ?string $body = null, array $headers = []): array
{
    $curl = curl_init($GLOBALS['graph'] . $path);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    return json_decode(curl_exec($curl), true);
}

['page' => $page, 'pageToken' => $token] = call('/_sim/world')['starter'];
$fields = ['url' => 'https://img.test/a.png', 'published' => 'false', 'access_token' => $token];
$photo = call("/v26.0/$page/photos", http_build_query($fields))['id'];
call('/_sim/clock', '{"advance":"25h"}', ['content-type: application/json']);
$media = json_encode([['media_fbid' => $photo]]);
$fields = ['message' => 'late', 'attached_media' => $media, 'access_token' => $token];
$post = call("/v26.0/$page/feed", http_build_query($fields));
echo "refused with code {$post['error']['code']}\n";
// → refused with code 100
