<?php
// Sends the requests of a file with the extension curl, and prints a line for each answer: `php send.php FILE`.
foreach (file($argv[1], FILE_IGNORE_NEW_LINES) as $line) {
    [$method, $url, $headers, $body] = explode("\t", $line);
    $handle = curl_init($url);
    curl_setopt($handle, CURLOPT_CUSTOMREQUEST, $method);
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    curl_setopt($handle, CURLOPT_HTTPHEADER, explode("\n", base64_decode($headers)));
    if ($body !== '-') curl_setopt($handle, CURLOPT_POSTFIELDS, base64_decode($body));
    $answer = curl_exec($handle);
    if ($answer === false) exit("$method $url: " . curl_error($handle) . "\n");
    echo curl_getinfo($handle, CURLINFO_RESPONSE_CODE), "\t", base64_encode($answer), "\n";
}
