<?php
// Reads the campaign of a proxy's world with curl: `fauxgraph proxy -- php -d curl.cainfo=… proxied.php`.
function read(string $url): array
{
    $curl = curl_init($url);
    curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
    return json_decode(curl_exec($curl) ?: throw new Exception(curl_error($curl)), true);
}

$names = read(getenv('FAUXGRAPH_URL') . '/_sim/world')['starter'];
$query = http_build_query(['fields' => 'name', 'access_token' => $names['userToken']]);
echo read("https://graph.facebook.com/v26.0/{$names['campaign']}?$query")['name'], "\n";
